import { sql } from 'drizzle-orm';
import type { House } from '#server/house.ts';
import type { JobName } from '#server/jobs/tasks.ts';

const LETTERS: JobName[] = ['send-mail', 'request-link'];
/** Longer than any letter takes. */
const LOST_AFTER = '5 minutes';

/** Gives letters back that a killed app was at: graphile-worker would keep them for it for four hours. */
export async function sweepMails({ db }: Pick<House, 'db'>): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where task_identifier = any(${sql.param(LETTERS)}::text[]) and locked_at < now() - ${LOST_AFTER}::interval))`);
}
