import { desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { MemberCard } from '#contracts/console/member-card.ts';
import type { listMemberSecurity } from '#contracts/console/member-lists.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Language } from '#domain/languages.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { textName } from '#domain/text-name.ts';
import { translator } from '#i18n/translator.ts';
import type { Services } from '#server/api/services.ts';
import type { Db } from '#server/db/connect.ts';
import { memberPins, sessionFamilies } from '#server/db/schema/index.ts';
import { lastSeenAt, livingSessions, readFactor } from '#server/members/auth/index.ts';
import { listEvents } from '#server/members/security-log/index.ts';
import { findMember } from './find-member.ts';
import { PAGE } from './keyset.ts';

export async function list(
  { db }: Pick<Services, 'db'>,
  { username, cursor, limit = PAGE }: z.output<typeof listMemberSecurity.input>,
  language: Language,
): Promise<OutputOf<typeof listMemberSecurity> | Refused> {
  const member = await findMember(db, username);
  return member ? readEvents(db, member.id, { cursor, limit, language }) : refuse('not_found');
}

type EventRange = { cursor?: string | undefined; limit: number; language: Language };

async function readEvents(
  db: Db,
  memberId: number,
  { language, ...range }: EventRange,
): Promise<OutputOf<typeof listMemberSecurity> | Refused> {
  const page = await listEvents({ db }, memberId, range);
  if (isRefused(page)) return page;
  const t = translator(language);
  const items = page.items.map(({ id, kind, about, device, place, at }) => ({
    ...{ id, about, device, at, range: place },
    title: t(`settings:log.event.${textName(kind)}`),
  }));
  return { items, next: page.next };
}

type Shown = { latest: number; language: Language };
type Security = Pick<MemberCard, 'pin' | 'factor' | 'session_count' | 'sessions' | 'security'>;

export async function readSecurity(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  memberId: number,
  { latest, language }: Shown,
): Promise<Security> {
  const now = clock.now();
  const isLiving = livingSessions(now, memberId);
  const [[pin], factor, sessionCount, sessions, events] = await Promise.all([
    db.select().from(memberPins).where(eq(memberPins.memberId, memberId)),
    readFactor(db, memberId),
    db.$count(sessionFamilies, isLiving),
    db
      .select({ family: sessionFamilies, lastSeenAt })
      .from(sessionFamilies)
      .where(isLiving)
      .orderBy(desc(lastSeenAt))
      .limit(latest),
    readEvents(db, memberId, { limit: latest, language }),
  ]);
  return {
    pin: pinState(pin, now),
    factor: {
      on_since: factor.set_at,
      recovery_codes_left: factor.recovery_codes_left,
      removal_due_at: factor.removal_due_at,
      passkeys: factor.passkeys.map(({ name, created_at: addedAt, used_at: usedAt }) => ({
        ...{ name, added_at: addedAt, used_at: usedAt },
      })),
    },
    session_count: sessionCount,
    sessions: sessions.map(({ family, lastSeenAt: seenAt }) => ({
      id: family.id,
      device: family.device,
      range: family.addressRange,
      started_at: family.startedAt.toISOString(),
      last_seen_at: seenAt.toISOString(),
    })),
    security: isRefused(events) ? [] : events.items,
  };
}

function pinState(pin: typeof memberPins.$inferSelect | undefined, now: Date): MemberCard['pin'] {
  if (!pin) return 'none';
  if (pin.closedAt) return 'closed';
  return pin.waitsUntil && pin.waitsUntil > now ? 'waits' : 'set';
}
