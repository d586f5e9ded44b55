import { openJournal } from './journal.ts';
import { type KeptRequest, openPaymentRequests, type PaymentRequests } from './payment-requests.ts';
import { type Kept, openPayouts, type Payouts } from './payouts.ts';
import { CALM, type Switches } from './switches.ts';

/** Everything the simulator knows; it survives a restart. */
export type Book = Payouts &
  PaymentRequests & {
    switches(): Switches;
    turn(change: Partial<Switches>): void;
  };

type Surroundings = {
  now?: () => Date;
  /** Hears of every payment request that has become another. */
  onChange?: (paymentRequestId: string) => void;
};

type Entry = { kept: Kept } | { request: KeptRequest } | { switches: Partial<Switches> };

export function openBook(file: string, { now = () => new Date(), onChange = () => {} }: Surroundings = {}): Book {
  const { entries, write } = openJournal<Entry>(file, shorten);
  const known = entries.find((entry) => 'switches' in entry);
  let switches: Switches = { ...CALM, ...known?.switches };
  const turn = (change: Partial<Switches>) => {
    switches = { ...switches, ...change };
    write({ switches });
  };
  const parts = { switches: () => switches, turn, now, onChange };
  return {
    switches: () => switches,
    turn,
    ...openPayouts({
      ...parts,
      known: entries.flatMap((entry) => ('kept' in entry ? [entry.kept] : [])),
      write: (kept) => write({ kept }),
    }),
    ...openPaymentRequests({
      ...parts,
      known: entries.flatMap((entry) => ('request' in entry ? [entry.request] : [])),
      write: (request) => write({ request }),
    }),
  };
}

/** A payout and a payment request keep their places, however often they changed. */
function shorten(entries: Entry[]): Entry[] {
  const last = new Map<string, Entry>();
  for (const entry of entries) last.set(nameOf(entry), entry);
  return [...last.values()];
}

function nameOf(entry: Entry): string {
  if ('kept' in entry) return `payout ${entry.kept.payout.id}`;
  return 'request' in entry ? `request ${entry.request.request.id}` : 'switches';
}
