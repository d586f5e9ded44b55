import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HAND_PAGE, TEAM_SORTS } from '#contracts/team.ts';
import { members } from '#server/db/schema/index.ts';
import { countFirstLineHand, listFirstLineHand } from '#server/members/team/list-hand.ts';
import { hearQuestions } from '../../../support/db/hear-questions.ts';
import { idOf, createCrowdedServices, pageOf } from './crowded-services.ts';

// Checks generic plans, because PostgreSQL may reuse them. One that collects and sorts a team before the limit would be
// slow only with a million members. All links have changed since the last vacuum, which favours such a plan.
const { services, databaseUrl } = await createCrowdedServices({ ivan: 3000 });
const ivan = await idOf(services, 'ivan');
await services.db.execute(sql`update team_links set facet = facet`);
await services.db.execute(sql`analyze team_links`);

const kept = new Set<string>();
hearQuestions(databaseUrl, ({ text }) => {
  if (text?.includes('team_links') && text.includes('limit')) kept.add(text);
});

test.each(TEAM_SORTS)('pages of a team by %s are cut along an index, never sorted first', async (sort) => {
  kept.clear();
  const { next } = await pageOf(services, ivan, { sort });
  await pageOf(services, ivan, { sort, cursor: next ?? '' });
  expect(kept).toHaveLength(2);
  for (const question of [...kept]) {
    const { rows } = await services.db.execute<Record<string, string>>(sql.raw(`explain (generic_plan) ${question}`));
    const plan = rows.map((row) => row['QUERY PLAN']?.replace(/^[ >-]*|  \(.*/g, ''));
    expect(plan[plan.findIndex((step) => step === 'Limit') + 1]).toMatch(/^Index (Only )?Scan.* using team_links_/);
  }
});

test('each reason why a member needs a hand is cut along its index, in a wide first line', async () => {
  await services.db.execute(sql`
    insert into members (username, email, password_hash, language, ref_code, inviter_id, registered_at, registered_on,
      activated_at)
    select 'wide.' || n, n || '@wide.example', '-', 'ru', 'WIDE' || n, ${ivan}, now() - n * interval '1 hour',
      (now() - n * interval '1 hour')::date, now()
    from generate_series(1, 1000) as n`);
  await services.db.execute(sql`analyze members`);
  const [member] = await services.db.select().from(members).where(eq(members.id, ivan));
  kept.clear();
  const page = await listFirstLineHand(services, member!, {});
  await countFirstLineHand(services, member!);
  expect(page).toMatchObject({ items: { length: HAND_PAGE }, next: expect.any(String) });
  expect(kept).toHaveLength(2);
  for (const question of [...kept]) {
    const { rows } = await services.db.execute<Record<string, string>>(sql.raw(`explain (generic_plan) ${question}`));
    const plan = rows.map((row) => row['QUERY PLAN']?.replace(/^[ >-]*|  \(.*/g, '') ?? '');
    const cut = plan.flatMap((step, index) => {
      const [first, second] = plan.slice(index + 1);
      return step === 'Limit' ? [(first === 'Nested Loop' ? second : first) ?? ''] : [];
    });
    expect(cut.flatMap((step) => /^Index (?:Only )?Scan.* using (\w+)/.exec(step)?.[1] ?? [])).toEqual([
      'places_ending',
      'team_links_line',
      'sign_ups_inviter',
      'members_without_place',
    ]);
    // Whether a place of a member ends is looked up by the member, never among all ends.
    expect(plan.filter((step) => /Seq Scan|Hash|places_expiry/.test(step))).toEqual([]);
    expect(plan.filter((step) => step.includes('places_ending'))).toHaveLength(1);
  }
});
