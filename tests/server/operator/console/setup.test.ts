import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getOverview, markSetup } from '#contracts/console/overview.ts';
import type { SetupMark } from '#domain/setup-steps.ts';
import { setupSteps } from '#server/db/schema/index.ts';
import { seedPosts } from '#server/operator/seed/feed.ts';
import { seedLegal } from '#server/operator/seed/legal.ts';
import { seedPlans } from '#server/operator/seed/places.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole, type StaffApi } from '../../../support/people/staff.ts';

/** An installation without legal texts, plans and posts. */
async function openEmpty() {
  const opened = await createTestServices();
  const { services } = opened;
  const console_ = await openConsole(opened);
  const listOf = async (who: StaffApi) => {
    const { setup } = dataOf(await who.call(getOverview, {}));
    return setup && Object.fromEntries(setup.map(({ step, is_done: isDone }) => [step, isDone]));
  };
  return { services, ...console_, listOf };
}

const mark = (who: StaffApi, step: SetupMark) => who.call(markSetup, { mark: step });

test('the list ticks itself off from facts, and is gone when all is done', async () => {
  const { services, signIn, listOf, log } = await openEmpty();
  const oscar = await signIn('oscar');
  const nothing = { owner: true, legal: false, plans: false, post: false, backup: false, alerts: false };
  expect(await listOf(oscar)).toEqual(nothing);
  await services.db.execute(sql`update staff set disabled_at = now() where email = 'olga@demo.example'`);
  expect(await listOf(oscar)).toEqual({ ...nothing, owner: false });
  await services.db.execute(sql`update staff set disabled_at = null`);
  await services.transaction(async (tx) => {
    await seedLegal(tx, services);
    await seedPlans(tx, services);
    await seedPosts(tx, services);
  });
  const seeded = { owner: true, legal: true, plans: true, post: true, backup: false, alerts: false };
  expect(await listOf(oscar)).toEqual(seeded);

  const both = await Promise.all([mark(oscar, 'backup'), mark(oscar, 'backup')]);
  expect(both.map(refusalOf)).toEqual(['done', 'done']);
  expect(await listOf(oscar)).toEqual({ ...seeded, backup: true });
  expect((await log()).filter(({ action }) => action === 'setup mark')).toEqual([
    { actor: `staff:${oscar.id}`, action: 'setup mark', subject: 'setup:backup', reason: '–' },
  ]);
  expect(dataOf(await mark(oscar, 'alerts')).setup).toBeNull();
  expect(await listOf(oscar)).toBeNull();
});

test('each role sees what it can do, and only owners mark', async () => {
  const { services, signIn, listOf } = await openEmpty();
  const [oscar, kira, sam, artur] = [
    await signIn('oscar'),
    await signIn('kira'),
    await signIn('sam'),
    await signIn('artur'),
  ];
  expect(await listOf(kira)).toEqual({ post: false });
  expect([await listOf(sam), await listOf(artur)]).toEqual([null, null]);
  for (const one of [kira, sam, artur]) expect(refusalOf(await mark(one, 'all'))).toBe('not_able');
  expect(refusalOf(await mark(oscar, 'plans' as never))).toBe('invalid');
  expect(await services.db.select().from(setupSteps)).toEqual([]);
  expect(dataOf(await mark(oscar, 'all')).setup).toBeNull();
  expect([await listOf(oscar), await listOf(kira)]).toEqual([null, null]);
});

test('once it is gone, the overview asks nothing for it', async () => {
  const { services, signIn, listOf } = await openEmpty();
  const oscar = await signIn('oscar');
  await mark(oscar, 'all');
  expect(await listOf(oscar)).toBeNull();
  await services.db.execute(sql`alter table setup_steps rename to setup_steps_away`);
  expect(await listOf(oscar)).toBeNull();
});
