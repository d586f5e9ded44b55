export { CLOSING } from './ask-json.ts';
export { nodeAddress, webhookUrl } from './address.ts';
export { type NodeClient, type OpenNode, openNode, type PaymentRequestOutcome, type PayoutOutcome } from './client.ts';
export { startSimulator } from './simulator.ts';
