export { CLOSING } from './ask-json.ts';
export { nodeAddress, nodeSecrets, webhookUrl } from './address.ts';
export { type NodeClient, openNode } from './client.ts';
export { webhookKey, webhookSignature } from './contract.ts';
export type { PaymentRequestOutcome } from './payment-request-calls.ts';
export type { PayoutOutcome } from './payout-calls.ts';
export { startSimulator } from './simulator.ts';
