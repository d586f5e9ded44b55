import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getWaitingCounts, listenToWaiting, listWaiting } from '#contracts/console/overview.ts';
import { endStaffSessions } from '#server/operator/staff/session.ts';
import { seedStaff } from '#server/operator/seed/staff.ts';
import { staff } from '#server/db/schema/index.ts';
import { staffToken } from '../../../e2e/staff.ts';
import { openStage } from '../../../support/app/stage.ts';
import { followEvents, type Following } from '../../../support/people/events.ts';
import { giveQuestion } from '../../../support/people/questions.ts';
import { emailOf } from '../../../support/people/staff.ts';
import { requestedWithdrawals } from '../../../support/people/withdraw.ts';

const stage = await openStage({ money: true });
const { services, origin } = stage;
await services.transaction((tx) => seedStaff(tx, services));
const port = Number(new URL(origin).port);

async function follow(name: string): Promise<Following> {
  const cookies = { staff_session: await staffToken(stage, name) };
  return followEvents(port, { cookies, path: listenToWaiting.path });
}

/** The last counts of a stream. */
function countsOf(stream: Following): Record<string, number> {
  const last = stream.words().at(-1) ?? '{}';
  return last === 'session' ? {} : ((JSON.parse(last) as { counts?: Record<string, number> }).counts ?? {});
}

const personOf = async (name: string) =>
  (
    await services.db
      .select()
      .from(staff)
      .where(eq(staff.email, emailOf(name)))
  )[0]!;

test('open pages hear how many wait, each role only of its lists', async () => {
  const [oscar, sam, kira] = [await follow('oscar'), await follow('sam'), await follow('kira')];
  expect(oscar.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });
  await expect.poll(() => Object.keys(countsOf(oscar))).toEqual(['withdrawals', 'approvals', 'support']);
  const before = countsOf(oscar);
  await requestedWithdrawals(stage, 2, '150');
  await giveQuestion(stage, 'anna');
  const after = { ...before, withdrawals: before['withdrawals']! + 2, support: before['support']! + 1 };
  await expect.poll(() => countsOf(oscar)).toEqual(after);
  await expect.poll(() => countsOf(sam)).toEqual(after);
  // Content sees none of the three lists.
  expect(kira.words()).toHaveLength(1);
  expect(countsOf(kira)).toEqual({});
  expect(oscar.text()).not.toMatch(/anna|150/);
});

test('a stream ends with its session, and with the rights to see', async () => {
  const [fiona, sam] = [await follow('fiona'), await follow('sam')];
  await expect.poll(() => fiona.words().length + sam.words().length).toBe(2);
  const { id } = await personOf('fiona');
  await services.transaction((tx) => endStaffSessions(tx, services, id));
  await fiona.over;
  expect(fiona.words().at(-1)).toBe('session');
  expect((await follow('artur')).status).toBe(200);
  await services.db
    .update(staff)
    .set({ role: 'content' })
    .where(eq(staff.email, emailOf('sam')));
  await expect.poll(() => countsOf(sam)).toEqual({});
  expect(sam.isOver()).toBe(false);
});

test('without a session there is no stream, and asking keeps nobody in', async () => {
  const stranger = await followEvents(port, { path: listenToWaiting.path });
  expect(stranger.status).toBe(401);
  for (const contract of [listenToWaiting, getWaitingCounts, listWaiting]) expect(contract.polled).toBe(true);
});
