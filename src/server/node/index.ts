export { CLOSING } from './ask-json.ts';
export { nodeAddress, nodeSecrets, webhookUrl } from './address.ts';
export {
  type NodeClient,
  type NodePayment,
  openNode,
  type PaymentRequestOutcome,
  type PayoutOutcome,
} from './client.ts';
export { greetNode } from './greet-node.ts';
export { webhookKey, webhookSignature } from './contract.ts';
export { startSimulator } from './simulator.ts';
