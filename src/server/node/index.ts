export { CLOSING } from './ask-json.ts';
export { nodeAddress, webhookUrl } from './address.ts';
export { type NodeClient, type OpenNode, openNode } from './client.ts';
export type { PaymentRequestOutcome } from './payment-request-calls.ts';
export type { PayoutOutcome } from './payout-calls.ts';
export { startSimulator } from './simulator.ts';
