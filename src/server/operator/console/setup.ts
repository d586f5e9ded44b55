import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { markSetup, SetupList } from '#contracts/console/overview.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { REQUIRED_DOCUMENTS } from '#domain/legal.ts';
import type { Refused } from '#domain/refusals.ts';
import { SETUP_STEPS, type SetupMark, type SetupStep } from '#domain/setup-steps.ts';
import { isAble } from '#domain/staff.ts';
import type { Db } from '#server/db/connect.ts';
import { setupSteps, type Staff } from '#server/db/schema/index.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import type { Services } from '#server/api/services.ts';
import { audited } from '#server/operator/staff/index.ts';

const STEPS = Object.keys(SETUP_STEPS) as SetupStep[];
/** Databases whose list is done or hidden: it does not come back, so it is not read again. */
const finished = new WeakSet<object>();

/** Null once it is done or hidden, and for people who can do none of it. */
export async function readSetup({ db }: Pick<Services, 'db'>, { role }: Pick<Staff, 'role'>): Promise<SetupList> {
  const steps = STEPS.filter((step) => isAble(role, SETUP_STEPS[step].ability));
  if (steps.length === 0 || finished.has(db)) return null;
  const facts = await readFacts(db);
  if (facts.all || STEPS.every((step) => facts[step])) {
    finished.add(db);
    return null;
  }
  return steps.map((step) => ({ step, is_done: facts[step] }));
}

type Facts = Record<SetupStep | 'all', boolean>;

async function readFacts(db: Db): Promise<Facts> {
  const isMarked = (step: SetupMark) => sql`exists (select from setup_steps where step = ${step})`;
  const needed = sql.param([...REQUIRED_DOCUMENTS]);
  const { rows } = await db.execute<Facts>(sql`
    select
      (select count(*) from staff where role = 'owner' and disabled_at is null and activated_at is not null) > 1 as owner,
      (select count(distinct document) from legal_versions where document = any(${needed}::text[]))
        = ${REQUIRED_DOCUMENTS.length} as legal,
      exists (select from plans) as plans,
      exists (select from posts) as post,
      ${isMarked('backup')} or exists (select from audit_log where action = 'backup') as backup,
      ${isMarked('alerts')} as alerts,
      ${isMarked('all')} as all`);
  return rows[0]!;
}

/** Marking again changes nothing. */
export async function mark(
  services: Services,
  { mark: step }: z.output<typeof markSetup.input>,
  caller: StaffCaller,
): Promise<OutputOf<typeof markSetup> | Refused> {
  const { staff } = caller.session;
  return audited(services, caller, '–', async (tx) => {
    const row = { step, markedBy: staff.id, markedAt: services.clock.now() };
    const [marked] = await tx.insert(setupSteps).values(row).onConflictDoNothing().returning();
    const change = marked && { action: 'setup mark', subject: `setup:${step}` };
    return { answer: { setup: await readSetup({ db: tx }, staff) }, change };
  });
}
