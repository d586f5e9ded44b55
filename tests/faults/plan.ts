import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import type { Direction, LineFault } from '../support/db/faulty-line.ts';

/** Connections of the app to PostgreSQL, mail server and node, and of the node to the app. */
const LINES = ['database', 'mail', 'node', 'webhooks'] as const;
export type LineName = (typeof LINES)[number];

/** Possible faults. Killed and restarted programs are started again, as by a supervisor. */
export type Fault =
  | { kind: 'line'; line: LineName; fault: LineFault }
  /** SIGKILL to one web process, to all with their supervisor, to the worker or to PostgreSQL. */
  | { kind: 'kill'; what: 'web process' | 'web' | 'worker' | 'postgresql' }
  /** The signal that an operator sends. */
  | { kind: 'restart'; what: 'web' | 'worker' | 'postgresql' };

export type Step = { afterMs: number; fault: Fault; forMs: number };

const LONGEST_MS = 9_000;
const KINDS = ['latency', 'silence', 'slices', 'cut', 'down'] as const;
const HAPPENINGS: Fault[] = [
  { kind: 'kill', what: 'web process' },
  { kind: 'kill', what: 'web process' },
  { kind: 'kill', what: 'web' },
  { kind: 'kill', what: 'worker' },
  { kind: 'kill', what: 'worker' },
  { kind: 'kill', what: 'postgresql' },
  { kind: 'kill', what: 'postgresql' },
  { kind: 'restart', what: 'web' },
  { kind: 'restart', what: 'worker' },
  { kind: 'restart', what: 'postgresql' },
];

/** An endless sequence, the same for the same seed. */
export function* makePlan(seed: number): Generator<Step> {
  const random = seededRandom(seed);
  const below = (max: number) => Math.floor(random() * max);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

  const lineFault = (): LineFault => {
    const direction = pick<Direction | undefined>([undefined, undefined, 'there', 'back']);
    const where = direction && { direction };
    const kind = pick(KINDS);
    switch (kind) {
      case 'latency':
        return { kind, ms: 5 + below(400), ...where };
      case 'silence':
        return { kind, ...where };
      case 'slices':
        return { kind, bytes: 1 + below(16), ...where };
      case 'cut':
        return { kind, everyMs: 50 + below(1_500) };
      case 'down':
        return { kind };
    }
  };

  for (;;) {
    const isOfLine = random() < 0.55;
    // Most faults are on the connection to the database.
    const line = pick<LineName>(['database', 'database', ...LINES]);
    const fault: Fault = isOfLine ? { kind: 'line', line, fault: lineFault() } : pick(HAPPENINGS);
    yield { afterMs: 200 + below(1_300), fault, forMs: isOfLine ? 1_000 + below(LONGEST_MS - 1_000) : 0 };
  }
}

export function describeStep({ afterMs, fault, forMs }: Step): string {
  const when = `after ${(afterMs / 1000).toFixed(1)} s`;
  if (fault.kind !== 'line') return `${when} ${fault.kind} ${fault.what}`;
  const { kind, ...rest } = fault.fault;
  const words = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
  return `${when} ${fault.line} line: ${[kind, ...words].join(', ')}, for ${(forMs / 1000).toFixed(1)} s`;
}
