import type { Network } from '#domain/destination.ts';
import type { FieldFault } from '#domain/field-faults.ts';
import type { Share } from '#domain/withdrawal-order.ts';

/** Everything the form says, finished, in the reader's language. */
export type Words = {
  destination: string;
  destinationHint: string;
  networks: Record<Network, string>;
  amount: string;
  amountHint: string;
  shares: Record<Share, string>;
  goOn: string;
  check: string;
  to: string;
  network: string;
  fee: string;
  arrives: string;
  usualTime: string;
  pin: string;
  pinHint: string;
  send: string;
  sending: string;
  change: string;
  broken: string;
  reused: string;
  faults: Partial<Record<FieldFault, string>>;
};
