import { and, eq, gt, notInArray } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { readReset } from '#contracts/auth.ts';
import { RECENT_SECONDS } from '#domain/rescue.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, memberPasskeys, memberTotps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { notify } from '#server/members/notices/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { takeBackFactor } from './former-factor.ts';
import { dropPasskeys, findPasskeys } from './passkeys.ts';

type WayIn = OutputOf<typeof readReset>['ways_in'][number];

const APP = 'app';

export async function listWaysIn(db: Db, now: Date, memberId: number): Promise<WayIn[]> {
  const since = addSeconds(now, -RECENT_SECONDS);
  const passkeys = (await findPasskeys(db, memberId)).map(({ id, name, createdAt }): WayIn => ({
    ...{ id, kind: 'passkey', name },
    ...{ added_at: createdAt.toISOString(), is_recent: createdAt > since },
  }));
  const app = await findNewApp(db, memberId, since);
  const appEntry =
    app && ({ id: APP, kind: 'app', name: '', added_at: app.setAt.toISOString(), is_recent: true } as const);
  return [...passkeys, ...(appEntry ? [appEntry] : [])];
}

async function findNewApp(db: Db, memberId: number, since: Date) {
  const isNew = and(eq(memberTotps.memberId, memberId), gt(memberTotps.setAt, since));
  const [app] = await db.select().from(memberTotps).where(isNew);
  return app;
}

/** Without `keep`, recent passkeys are removed and the app stays: it can't open the account alone. */
export async function keepWaysIn(
  tx: Db,
  services: Services,
  member: Member,
  keep: readonly string[] | undefined,
  caller: Caller,
): Promise<void> {
  const since = addSeconds(services.clock.now(), -RECENT_SECONDS);
  const { id, createdAt } = memberPasskeys;
  const isNotKept = !keep ? gt(createdAt, since) : keep.length > 0 ? notInArray(id, [...keep]) : undefined;
  const dropped = await dropPasskeys(tx, member.id, isNotKept);
  for (const name of dropped) await logSecurity(tx, services, member.id, 'passkey-removed', caller, name);
  if (dropped.length > 0) await notify(tx, services, member, 'passkey-removed');
  if (!keep || keep.includes(APP) || !(await findNewApp(tx, member.id, since))) return;
  const takenBack = await takeBackFactor(tx, since, member.id);
  for (const { kind } of takenBack) {
    const isOff = kind === 'app';
    await logSecurity(tx, services, member.id, isOff ? 'second-factor-off' : 'second-factor-on', caller);
    await notify(tx, services, member, isOff ? 'second-factor-off' : 'second-factor-on');
  }
}
