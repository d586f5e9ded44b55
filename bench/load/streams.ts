import { PAGES, READS, type Visitor } from '../../tests/support/browser/visitors.ts';
import type { Stream } from './drive.ts';

/** Needs no work and is never refused, so its time is the delay of the event loop plus little. */
export const HEALTH: Stream = { name: 'health', rate: 20, next: () => ({ path: '/healthz', cookie: '' }) };

/** Requests of these people. Each visits another page in every lap, so most pages are not cached for them. */
export function streamsOf(
  people: readonly Visitor[],
): Record<'pages' | 'reads' | 'withdrawals', (rate: number) => Stream> {
  const inTurn = [...people];
  const visitor = (turn: number) => people[turn % people.length]!;
  return {
    pages: (rate) => ({
      name: 'pages',
      rate,
      next: (turn) => {
        const who = visitor(turn);
        const lap = Math.floor(turn / people.length);
        return { path: PAGES[(turn + lap) % PAGES.length]!, cookie: who.cookie, address: who.address };
      },
    }),
    reads: (rate) => ({
      name: 'reads',
      rate,
      next: (turn) => {
        const { cookie, address } = visitor(turn);
        return { path: READS[turn % READS.length]!, cookie, address };
      },
    }),
    /** Each member withdraws a few times per hour, within the limits. */
    withdrawals: (rate) => ({
      name: 'withdrawals',
      rate,
      next: () => {
        const who = inTurn.find(({ left }) => left > 0);
        if (!who) return undefined;
        who.left -= 1;
        inTurn.push(inTurn.splice(inTurn.indexOf(who), 1)[0]!);
        const { cookie, address, owner, order: body } = who;
        return { path: '/api/finance/withdrawals/', cookie, address, owner, body };
      },
    }),
  };
}
