import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type KeptRequest, openPaymentRequests, type PaymentRequests } from './payment-requests.ts';
import { type StoredPayout, openPayouts, type Payouts } from './payouts.ts';
import { CALM, type Switches } from './switches.ts';

export type SimulatorState = Payouts &
  PaymentRequests & {
    switches(): Switches;
    turn(change: Partial<Switches>): void;
  };

type StateOptions = {
  now?: () => Date;
  onChange?: (paymentRequestId: string) => void;
};

type Entry = { kept: StoredPayout } | { request: KeptRequest } | { switches: Partial<Switches> };

export function openSimulatorState(
  file: string,
  { now = () => new Date(), onChange = () => {} }: StateOptions = {},
): SimulatorState {
  const { entries, write } = openJournal<Entry>(file, compactEntries);
  const stored = entries.find((entry) => 'switches' in entry);
  let switches: Switches = { ...CALM, ...stored?.switches };
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
      stored: entries.flatMap((entry) => ('kept' in entry ? [entry.kept] : [])),
      write: (kept) => write({ kept }),
    }),
    ...openPaymentRequests({
      ...parts,
      stored: entries.flatMap((entry) => ('request' in entry ? [entry.request] : [])),
      write: (request) => write({ request }),
    }),
  };
}

function compactEntries(entries: Entry[]): Entry[] {
  const last = new Map<string, Entry>();
  for (const entry of entries) last.set(nameOf(entry), entry);
  return [...last.values()];
}

function nameOf(entry: Entry): string {
  if ('kept' in entry) return `payout ${entry.kept.payout.id}`;
  return 'request' in entry ? `request ${entry.request.request.id}` : 'switches';
}

/** Every change is appended before the response. */
type Journal<Line> = { entries: Line[]; write(entry: Line): void };

function openJournal<Line>(file: string, compact: (entries: Line[]) => Line[]): Journal<Line> {
  mkdirSync(dirname(file), { recursive: true });
  const entries = compact(existsSync(file) ? readEntries<Line>(readFileSync(file, 'utf8')) : []);
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  writeFileSync(`${file}.new`, lines, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return { entries, write: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`) };
}

/** Drops an incomplete last line: the process was killed before it responded. */
function readEntries<Line>(text: string): Line[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Line);
}
