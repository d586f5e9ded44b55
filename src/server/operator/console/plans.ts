import type * as z from 'zod/mini';
import type {
  applyPlanDraft,
  discardPlanDraft,
  listConsolePlans,
  PlanDraft,
  savePlanDraft,
} from '#contracts/console/plans.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { seatsOf } from '#domain/places.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { textIn } from '#i18n/texts-by-language.ts';
import type { Db } from '#server/db/connect.ts';
import { tryOut } from '#server/db/transaction.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import {
  applyPlans,
  changesOf,
  listAllPlans,
  loggedChanges,
  plansSchema,
  type PlansDifference,
  readPlansFile,
  writePlansFile,
} from '#server/members/places/index.ts';
import type { FileAnswer } from '#server/api/route.ts';
import { PLANS_SCHEMA_FILE } from '#server/operator/seed/index.ts';
import { actorOf, audited } from '#server/operator/staff/index.ts';
import { draftState, fingerprint, PLAN_DRAFTS, readDraft, removeDraft, saveDraft, takeDraft } from './drafts.ts';

/** There is only one draft of plans. */
const ID = '00000000-0000-4000-8000-000000000000';
const NO_FILE = 'file';

export async function list({ db }: Services, language: Language): Promise<OutputOf<typeof listConsolePlans>> {
  const [rows, draft] = await Promise.all([listAllPlans(db), readDraft(db, PLAN_DRAFTS, ID)]);
  const items = rows.map(({ plan, openPlaces, isFixed }) => ({
    id: plan.id,
    platform: plan.platform,
    number: plan.number,
    title: textIn(plan.title, language),
    price: moneyText(plan.price),
    expiry_days: plan.expiryDays,
    seats: seatsOf(plan),
    width: plan.width,
    levels: plan.levels,
    closing: moneyText(plan.closing),
    transition: moneyText(plan.transition),
    availability: plan.availability,
    open_places: openPlaces,
    is_fixed: isFixed,
  }));
  return { items, draft: draftState(draft) };
}

export async function describeDraft(services: Services, language: Language): Promise<PlanDraft> {
  const draft = await readDraft(services.db, PLAN_DRAFTS, ID);
  const file = draft?.file ?? (await writePlansFile(services.db));
  const trial = await tryOut(services.transaction, (tx) =>
    applyFile(tx, services, { file, language, operator: '', reason: '' }),
  );
  return { file, draft: draftState(draft), ...trial.shown };
}

export async function schema({ config }: Services): Promise<FileAnswer> {
  return { fileName: PLANS_SCHEMA_FILE, pieces: pieces() };

  async function* pieces() {
    yield JSON.stringify(plansSchema(config.languages.fallback), null, 2);
  }
}

export async function save(
  services: Services,
  { file, seen }: z.output<typeof savePlanDraft.input>,
  { session, language }: StaffCaller,
): Promise<PlanDraft | Refused> {
  const write = { id: ID, file, seen, staffId: session.staff.id, now: services.clock.now() };
  const saved = await services.transaction((tx) => saveDraft(tx, PLAN_DRAFTS, write));
  return isRefused(saved) ? saved : describeDraft(services, language);
}

export async function discard(
  services: Services,
  { seen, reason }: z.output<typeof discardPlanDraft.input>,
  caller: StaffCaller,
): Promise<PlanDraft | Refused> {
  const result = await audited(services, caller, reason, async (tx) => {
    const answer = await removeDraft(tx, PLAN_DRAFTS, { id: ID, seen });
    if (isRefused(answer)) return answer;
    return { answer, change: answer.removed ? { action: 'plans draft (discarded)', subject: NO_FILE } : undefined };
  });
  return isRefused(result) ? result : describeDraft(services, caller.language);
}

/** Refuses if draft or plans changed since they were shown. */
export function apply(
  services: Services,
  { shown, reason }: z.output<typeof applyPlanDraft.input>,
  caller: StaffCaller,
): Promise<OutputOf<typeof applyPlanDraft> | Refused> {
  return audited<OutputOf<typeof applyPlanDraft>>(services, caller, reason, async (tx) => {
    const file = await takeDraft(tx, PLAN_DRAFTS, ID);
    if (file === undefined) return refuse('not_found');
    const operator = actorOf(caller.session.staff.id);
    const by = { operator, reason, language: caller.language };
    const { difference, shown: facts } = await applyFile(tx, services, { file, ...by });
    if (facts.shown !== shown) return refuse('draft_moved_on');
    if (!difference) return refuse('draft_wrong');
    const { added, changed } = difference;
    return {
      answer: { changed: changed.length, added: added.length },
      change: facts.changes.length > 0 ? { action: 'plans apply', ...loggedChanges(difference) } : undefined,
    };
  });
}

type DraftFacts = Pick<PlanDraft, 'wrong' | 'changes' | 'shown'>;
type Applied = { difference: PlansDifference | undefined; shown: DraftFacts };

async function applyFile(
  tx: Db,
  services: Services,
  { file, language, ...why }: { file: string; language: Language; operator: string; reason: string },
): Promise<Applied> {
  const read = readPlansFile(file, services.config.languages.fallback);
  const difference = 'wrong' in read ? read : await applyPlans(tx, services, read.plans, why);
  if ('wrong' in difference) {
    const shown = fingerprint(file, difference.wrong);
    return { difference: undefined, shown: { wrong: tellFaults(difference.wrong, language), changes: [], shown } };
  }
  const changes = changesOf(difference);
  return { difference, shown: { wrong: [], changes, shown: fingerprint(file, changes) } };
}
