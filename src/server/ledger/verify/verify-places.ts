import { asc } from 'drizzle-orm';
import { CLOCKS_APART_MS, type Replay, replayPlan } from '#domain/placement/replay.ts';
import type { Db } from '#server/db/connect.ts';
import { inSnapshot } from '#server/db/in-snapshot.ts';
import { plans } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { addInviters, findStrayEvents, readPlaceEvents, readSeats, type StoredSeat } from './read-place-events.ts';
import { type Finding, type FindingCode, nameMembers, newReport, type Report } from './report.ts';

export type PlacesVerification = {
  read: Record<'plans' | 'places' | 'events', number>;
  counts: Partial<Record<FindingCode, number>>;
  findings: Finding[];
  durationMs: number;
};

type Plan = Pick<typeof plans.$inferSelect, 'id' | 'width' | 'levels'>;
type ReadCounts = PlacesVerification['read'];
type OnProgress = (phase: string, share: number) => void;

/** Replays the events of all plans and compares the places with them. In memory is one plan at a time. */
export async function verifyPlaces(
  services: Pick<Services, 'pool'>,
  { onProgress = () => {} }: { onProgress?: OnProgress } = {},
): Promise<PlacesVerification> {
  const startedAt = performance.now();
  const report = newReport();
  const read: ReadCounts = { plans: 0, places: 0, events: 0 };
  const findings = await inSnapshot(services.pool, 'atrium places verify', async (db) => {
    const planRows = await db.select().from(plans).orderBy(asc(plans.id));
    for (const plan of planRows) {
      onProgress('plans', read.plans / planRows.length);
      await verifyPlan(db, plan, report, read);
      read.plans += 1;
    }
    onProgress('plans', 1);
    for (const { id, placeId } of await findStrayEvents(db)) {
      report.add('place_event', `Event ${id} is of place ${placeId}, which is not there.`);
    }
    return nameMembers(db, report.findings);
  });
  return { read, counts: Object.fromEntries(report.counts), findings, durationMs: performance.now() - startedAt };
}

async function verifyPlan(db: Db, plan: Plan, report: Report, read: ReadCounts): Promise<void> {
  const inviters = new Map<number, number | undefined>();
  const owners = new Map<number, number>();
  const seatedAtMs = new Map<number, number>();
  const replay = replayPlan(plan, (memberId) => inviters.get(memberId));
  const add = (code: FindingCode, placeId: number, words: string) =>
    report.add(code, `Place ${placeId} (${plan.id}) of member #${owners.get(placeId) ?? 0}: ${words}.`);
  for await (const events of readPlaceEvents(db, plan.id)) {
    const memberIds = events.map(({ memberId }) => memberId);
    await addInviters(db, inviters, memberIds);
    for (const event of events) {
      owners.set(event.placeId, event.memberId);
      if (event.kind === 'seated') seatedAtMs.set(event.placeId, event.at.getTime());
      for (const { code, placeId, words } of replay.apply(event)) add(`place_${code}`, placeId, words);
    }
    read.events += events.length;
  }
  for (const { code, placeId, words } of replay.end()) add(`place_${code}`, placeId, words);
  for await (const seats of readSeats(db, plan.id)) {
    for (const stored of seats) {
      owners.set(stored.id, stored.memberId);
      for (const words of differences(stored, replay)) add('place_differs', stored.id, words);
      const words = timeFault(stored, seatedAtMs.get(stored.id));
      if (words) add('place_order', stored.id, words);
    }
    read.places += seats.length;
  }
}

function differences(stored: StoredSeat, replay: Replay): string[] {
  const { id, aboveId, seat, depth, closing } = stored;
  const right = replay.placeOf(id);
  if (!right) return ['no event seated it'];
  const pairs: [name: string, is: unknown, right: unknown][] = [
    ['place above', aboveId ?? 'nothing', right.above ?? 'nothing'],
    ['seat', seat, right.seat],
    ['depth', depth, right.depth],
    ['closing', closing ?? 'none', right.closing ?? 'none'],
  ];
  return pairs
    .filter((pair) => pair[1] !== pair[2])
    .map(([name, is, was]) => `its ${name} is ${is}; events give ${was}`);
}

/** The ledger proves when a place was sold, so events can't be given other times. */
function timeFault({ openedMs, soldMs }: StoredSeat, seatedMs: number | undefined): string | undefined {
  const times = [openedMs, soldMs ?? openedMs, seatedMs ?? openedMs];
  return Math.max(...times) - Math.min(...times) > CLOCKS_APART_MS
    ? 'it was not sold, opened and seated at the same time'
    : undefined;
}
