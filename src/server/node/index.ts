export { nodeAddress } from './address.ts';
export { type NodeClient, type OpenNode, openNode, type PayoutOutcome } from './client.ts';
export { startSimulator } from './simulator.ts';
