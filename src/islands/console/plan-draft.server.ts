import type { AstroGlobal } from 'astro';
import {
  applyPlanDraft,
  getPlanDraft,
  getPlansExample,
  listConsolePlans,
  savePlanDraft,
} from '#contracts/console/plans.ts';
import { confirmStaff } from '#contracts/console/session.ts';
import { refusalOf, renderedOf } from '#contracts/refused.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Form, readForm } from '#islands/shared/read-form.server.ts';
import { answerConsole } from './answer-console.server.ts';
import { enterConsole } from './enter-console.server.ts';
import type { PlainResult } from './plain-plan-form.tsx';

const FIELDS = ['act', 'file', 'seen', 'shown', 'reason', 'code'] as const;
type DraftForm = Form<(typeof FIELDS)[number]>;

export async function loadPlanDraft(page: AstroGlobal) {
  const me = await enterConsole(page, 'planDraft');
  if (me instanceof Response) return me;
  const { call } = page.locals;
  const plain = await submitPlain(page);
  if (plain instanceof Response) return plain;
  const [draft, plans] = await Promise.all([call(getPlanDraft), call(listConsolePlans)]);
  if (!draft.success) return answerConsole(page, draft.error);
  if (!plans.success) return answerConsole(page, plans.error);
  const fixed = plans.data.items.filter((plan) => plan.is_fixed).map(({ id }) => id);
  return { me, draft: draft.data, fixed, isFirst: plans.data.items.length === 0, plain };
}

/** The form without scripts. A code in it is confirmed first. */
async function submitPlain(page: AstroGlobal): Promise<Response | PlainResult> {
  const { call, t } = page.locals;
  const form = await readForm(page, FIELDS);
  if (!form) {
    const isApplied = page.url.searchParams.get('done') === 'applied';
    return isApplied ? { message: { kind: 'ok', text: t('console_content:plans.applied') } } : {};
  }
  const confirmation = form.code ? await call(confirmStaff, { code: form.code }) : undefined;
  const isConfirmed = confirmation?.success !== false;
  const answer = isConfirmed ? await submit(page, form) : confirmation;
  const done = form.act === 'apply' ? 'applied' : undefined;
  if (answer.success) return page.redirect(consolePath('planDraft', {}, { done }), 303);
  const { status, code } = answer.error;
  if (status === 401) return page.redirect(consolePath('signIn'), 303);
  page.response.status = status;
  const { errors, notice } = renderedOf(refusalOf(answer));
  const asksCode = !isConfirmed || code === 'confirmation_required';
  return { errors, message: notice ? { kind: 'bad', text: notice } : undefined, asksCode, typed: form };
}

async function submit({ locals: { call } }: AstroGlobal, { act, shown, reason, seen, ...form }: DraftForm) {
  if (act === 'apply') return call(applyPlanDraft, { shown, reason });
  const file = form.file.replaceAll('\r\n', '\n');
  if (act !== 'example') return call(savePlanDraft, { file, seen });
  const example = await call(getPlansExample);
  return example.success ? call(savePlanDraft, { ...example.data, seen }) : example;
}
