import { and, eq, inArray, isNull } from 'drizzle-orm';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { StaffRole } from '#domain/staff.ts';
import { WAITING_OVER } from '#domain/waiting.ts';
import type { StaffSession } from '#server/api/caller.ts';
import type { FileAnswer } from '#server/api/route.ts';
import type { Services } from '#server/api/services.ts';
import { errorFields } from '#server/base/log.ts';
import { staff, staffSessions } from '#server/db/schema/index.ts';
import { type Events, type EventStream, eventStream, type Pace } from '#server/members/events/index.ts';
import { livingSessions } from '#server/operator/staff/index.ts';
import { countsFor, countWaiting } from './waiting-counts.ts';

/** Tabs of one browser share a stream. */
const LIMITS = { all: 500, perPerson: 10 };
const PACE: Pace = { beatMs: 25_000, lifeMs: 10 * 60 * 1000 };
/** Changes within this time share one count. */
const GATHER_MS = 300;
const RETRY_SECONDS = { tooMany: 60, stopping: 5 };

type Listener = { stream: EventStream; sessionId: string; staffId: number; sent: string };

/** Counts of what waits. Session and role are read again before each. */
export function waitingStreams(services: Services, events: Events) {
  const listeners = new Set<Listener>();
  let isStopped = false;
  let isDue = false;
  let number = 0;
  let beat: NodeJS.Timeout | undefined;

  const remove = (listener: Listener) => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(beat);
  };
  const refresh = async () => {
    const [roles, counts] = await Promise.all([
      readRoles(
        services,
        [...listeners].map(({ sessionId }) => sessionId),
      ),
      countWaiting(services.db),
    ]);
    for (const listener of [...listeners]) {
      const role = roles.get(listener.sessionId);
      const text = role && JSON.stringify(countsFor(role, counts));
      if (!text) listener.stream.end(WAITING_OVER);
      else if (text !== listener.sent) {
        listener.sent = text;
        // Numbered, because a stream joins words that wait and drops repeated ones; the last one counts.
        listener.stream.send(JSON.stringify({ number: (number += 1), counts: countsFor(role, counts) }));
      }
    }
  };
  const refreshSoon = () => {
    if (isDue || listeners.size === 0) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      refresh().catch((error: unknown) => services.log('warn', 'events', errorFields(error)));
    }, GATHER_MS).unref();
  };
  events.watch({
    onChange: refreshSoon,
    onStop() {
      isStopped = true;
      for (const { stream } of [...listeners]) stream.end();
    },
  });

  return {
    open({ id, staff: { id: staffId } }: StaffSession): Promise<FileAnswer | Refused> {
      if (isStopped) return Promise.resolve(refuse('unavailable', { retryAfterSeconds: RETRY_SECONDS.stopping }));
      const own = [...listeners].filter((listener) => listener.staffId === staffId).length;
      if (listeners.size >= LIMITS.all || own >= LIMITS.perPerson) {
        return Promise.resolve(refuse('too_often', { retryAfterSeconds: RETRY_SECONDS.tooMany }));
      }
      const lifeMs = PACE.lifeMs * (0.8 + Math.random() * 0.2);
      const stream = eventStream({ ...PACE, lifeMs }, () => remove(listener));
      const listener: Listener = { stream, sessionId: id, staffId, sent: '' };
      if (listeners.size === 0) beat = setInterval(refreshSoon, PACE.beatMs).unref();
      listeners.add(listener);
      refreshSoon();
      return Promise.resolve(stream.answer);
    },
  };
}

async function readRoles(
  { db, clock }: Services,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, StaffRole>> {
  const rows = await db
    .select({ id: staffSessions.id, role: staff.role })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(and(inArray(staffSessions.id, [...sessionIds]), livingSessions(clock.now()), isNull(staff.disabledAt)));
  return new Map(rows.map(({ id, role }) => [id, role]));
}
