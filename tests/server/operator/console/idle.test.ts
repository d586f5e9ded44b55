import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getAccrualDraft } from '#contracts/console/accruals.ts';
import { getStaffSession } from '#contracts/console/session.ts';
import { switchStaff } from '#contracts/console/staff.ts';
import { getWork } from '#contracts/console/work.ts';
import { staffSessions } from '#server/db/schema/index.ts';
import { hashToken } from '#server/base/secrets.ts';
import { refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole, type StaffApi } from '../../../support/people/staff.ts';

const served = await createTestServices();
const { services, clock } = served;
const console_ = await openConsole(served);

const MINUTE = 60;
const look = async (person: StaffApi) => refusalOf(await person.call(getStaffSession, {}));

async function seenAt({ token }: Pick<StaffApi, 'token'>): Promise<Date | undefined> {
  const [row] = await services.db
    .select()
    .from(staffSessions)
    .where(eq(staffSessions.tokenHash, hashToken(token)));
  return row?.lastSeenAt;
}

test('a session that the version before opens, without a word of when it was seen, is a session', async () => {
  const olga = await console_.signIn('olga');
  const token = 'o'.repeat(43);
  await services.db.execute(sql`
    insert into staff_sessions (id, staff_id, token_hash, started_at, confirmed_at, address, device)
    values (${randomUUID()}, ${olga.id}, ${hashToken(token)}, ${clock.now()}, ${clock.now()}, '192.0.2.1', '')`);
  expect(refusalOf(await console_.api.call(getStaffSession, {}, { bearer: token }))).toBe('done');
});

test('who comes back after 59 minutes is still in, as often as they like; after 61 they are out', async () => {
  const oscar = await console_.signIn('oscar');
  for (let times = 0; times < 3; times += 1) {
    clock.advance(59 * MINUTE);
    expect(await look(oscar)).toBe('done');
  }
  clock.advance(61 * MINUTE);
  expect([await look(oscar), await look(oscar)]).toEqual(['no_session', 'no_session']);
});

test('a page that only asks how far work has come keeps nobody in', async () => {
  const oscar = await console_.signIn('oscar');
  for (let times = 0; times < 5; times += 1) {
    clock.advance(10 * MINUTE);
    expect(refusalOf(await oscar.call(getWork, { id: randomUUID() }))).toBe('not_found');
    expect(refusalOf(await oscar.call(getAccrualDraft, { id: randomUUID() }))).toBe('not_found');
  }
  clock.advance(11 * MINUTE);
  expect(await look(oscar)).toBe('no_session');
});

test('what was refused was asked for by somebody, so it keeps them in', async () => {
  const kira = await console_.signIn('kira');
  clock.advance(40 * MINUTE);
  expect(refusalOf(await kira.call(switchStaff, { id: '1', access: 'off', reason: 'curious' }))).toBe('not_able');
  clock.advance(40 * MINUTE);
  expect(await look(kira)).toBe('done');
});

test('that somebody was seen is written once a minute at most', async () => {
  const sam = await console_.signIn('sam');
  const start = clock.now();
  clock.advance(59);
  await look(sam);
  expect(await seenAt(sam)).toEqual(start);
  clock.advance(1);
  await Promise.all([look(sam), look(sam), look(sam)]);
  expect(await seenAt(sam)).toEqual(clock.now());
});
