import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { TEAM_SORTS } from '#contracts/team.ts';
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
