import { sql } from 'drizzle-orm';
import type { House } from '#server/house.ts';

/** An answer of the node that is older than this is old for somebody who looks. */
const OLD_SECONDS = 5;

/**
 * Brings jobs that ask the node again forward to now, where what they found last is old. By themselves they ask the more
 * rarely the longer it takes; a page that somebody looks at does not wait for that.
 */
export async function hastenJobs({ db, clock }: Pick<House, 'db' | 'clock'>, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const now = clock.now().toISOString();
  await db.execute(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => ${now}::timestamptz) from graphile_worker.jobs
    where key = any(${sql.param(keys)}::text[]) and locked_at is null and attempts = 0
      and run_at > ${now}::timestamptz and created_at < now() - make_interval(secs => ${OLD_SECONDS})
    having count(*) > 0`);
}
