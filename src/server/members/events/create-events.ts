import { sql } from 'drizzle-orm';
import { EVENT_KINDS, type EventKind, SESSION_OVER } from '#domain/events.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { addressKey } from '#server/api/rate-limits.ts';
import type { FileAnswer } from '#server/api/route.ts';
import { errorFields } from '#server/base/log.ts';
import { type EventStream, eventStream, type Pace } from './event-stream.ts';
import { recentEvents } from './recent-events.ts';

type Limits = { all: number; perAddress: number; perMember: number };

/** Windows of one browser share a stream, so `perMember` counts devices. */
const LIMITS: Limits = { all: 2_000, perAddress: 100, perMember: 5 };
const PACE: Pace = { beatMs: 25_000, lifeMs: 10 * 60 * 1000 };
/** Registrations within 100 ms share one upline query. */
const GATHER_MS = 100;
const RETRY_SECONDS = { tooMany: 60, stopping: 5 };

type Listener = { stream: EventStream; memberId: number; familyId: string; who: string };

/** Written by the triggers of migration `0006_events.sql`. */
type EventPayload = {
  kind: EventKind | 'session' | 'approvals' | 'staff-session';
  members?: number[];
  newcomers?: number[];
  family?: string;
};

/** Hears every kind, also after a gap. Used by streams of staff. */
type Watcher = { onChange(): void; onStop(): void };

export type Events = ReturnType<typeof createEvents>;

export function createEvents(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { limits = LIMITS, pace = PACE }: { limits?: Limits; pace?: Pace } = {},
) {
  const listeners = new Set<Listener>();
  const recent = recentEvents();
  const watchers = new Set<Watcher>();
  let isStopped = false;

  const sendTo = (isRecipient: (listener: Listener) => boolean, word: string) => {
    for (const listener of listeners) if (isRecipient(listener)) listener.stream.send(word);
  };
  const newcomers = gather(async (ids) => {
    const present = [...new Set([...listeners].map(({ memberId }) => memberId))];
    const ancestors = present.length > 0 ? await findAncestors(ids, present) : new Set<number>();
    sendTo(({ memberId }) => ancestors.has(memberId), 'registrations');
  });

  async function findAncestors(ids: readonly number[], candidates: readonly number[]): Promise<ReadonlySet<number>> {
    try {
      const { rows } = await db.execute<{ id: number }>(sql`
        select distinct ancestor_id as id from team_links
        where member_id = any(${sql.param(ids)}::integer[]) and ancestor_id = any(${sql.param(candidates)}::integer[])`);
      return new Set(rows.map(({ id }) => id));
    } catch (error) {
      // A needless refresh is harmless; a missed one leaves old data on the page.
      log('warn', 'events', errorFields(error));
      return new Set(candidates);
    }
  }

  const recentOf = async (memberId: number, ageSeconds: number): Promise<EventKind[]> => {
    const ageMs = ageSeconds * 1000;
    if (!recent.covers(ageMs)) return [...EVENT_KINDS];
    const kinds = EVENT_KINDS.filter((kind) => recent.kinds.isWithin(`${kind} ${memberId}`, ageMs));
    const newMembers = recent.newcomers.within(ageMs);
    const isAncestor = newMembers.length > 0 && (await findAncestors(newMembers, [memberId])).has(memberId);
    return isAncestor ? [...kinds, 'registrations'] : kinds;
  };

  const receive = ({ kind, members, newcomers: ids, family }: EventPayload) => {
    if (family !== undefined) {
      recent.families.note(family);
      for (const { familyId, stream } of listeners) if (familyId === family) stream.end(SESSION_OVER);
    }
    if (ids) {
      for (const id of ids) recent.newcomers.note(id);
      newcomers(ids);
    }
    if (members && isOfMembers(kind)) {
      for (const id of members) recent.kinds.note(`${kind} ${id}`);
      const recipients = new Set(members);
      sendTo(({ memberId }) => recipients.has(memberId), kind);
    }
  };

  const isTooMany = (memberId: number, who: string) =>
    listeners.size >= limits.all ||
    count(listeners, (listener) => listener.memberId === memberId) >= limits.perMember ||
    count(listeners, (listener) => listener.who === who) >= limits.perAddress;

  return {
    receive(payload: string) {
      try {
        receive(JSON.parse(payload) as EventPayload);
        for (const { onChange } of watchers) onChange();
      } catch (error) {
        log('error', 'events', errorFields(error));
      }
    },
    /** Earlier events may be lost, so every listener refreshes everything. */
    onConnected() {
      recent.forget();
      for (const kind of EVENT_KINDS) sendTo(() => true, kind);
      for (const { onChange } of watchers) onChange();
    },
    watch: (watcher: Watcher) => void watchers.add(watcher),
    async open({ session, address }: MemberCaller, ageSeconds = 0): Promise<FileAnswer | Refused> {
      const { familyId, member } = session;
      const who = addressKey(address);
      if (isStopped) return refuse('unavailable', { retryAfterSeconds: RETRY_SECONDS.stopping });
      if (isTooMany(member.id, who)) return refuse('too_often', { retryAfterSeconds: RETRY_SECONDS.tooMany });
      // Spreads the reconnects of streams that were opened together.
      const lifeMs = pace.lifeMs * (0.8 + Math.random() * 0.2);
      const listener: Listener = {
        stream: eventStream({ ...pace, lifeMs }, () => listeners.delete(listener)),
        memberId: member.id,
        familyId,
        who,
      };
      listeners.add(listener);
      // The session may have ended after it was checked.
      if (recent.families.has(familyId)) listener.stream.end(SESSION_OVER);
      for (const kind of await recentOf(member.id, ageSeconds)) listener.stream.send(kind);
      return listener.stream.answer;
    },
    recent: (memberId: number, ageSeconds = 0) => recentOf(memberId, ageSeconds),
    count: () => listeners.size,
    stop() {
      isStopped = true;
      for (const { stream } of listeners) stream.end();
      for (const { onStop } of watchers) onStop();
    },
  };
}

function isOfMembers(kind: EventPayload['kind']): kind is EventKind {
  return EVENT_KINDS.some((one) => one === kind);
}

function count<Thing>(things: Iterable<Thing>, matches: (thing: Thing) => boolean): number {
  let total = 0;
  for (const thing of things) total += Number(matches(thing));
  return total;
}

function gather(flush: (ids: readonly number[]) => Promise<void>): (ids: readonly number[]) => void {
  const pending = new Set<number>();
  return (ids) => {
    if (pending.size === 0)
      setTimeout(() => {
        const all = [...pending];
        pending.clear();
        void flush(all);
      }, GATHER_MS).unref();
    for (const id of ids) pending.add(id);
  };
}
