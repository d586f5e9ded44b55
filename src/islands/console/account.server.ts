import type { AstroGlobal } from 'astro';
import { chooseOwnAlerts } from '#contracts/console/alerts.ts';
import { changeStaffPassword, confirmStaff, endOtherStaffSessions } from '#contracts/console/session.ts';
import { refusalOf, renderedOf } from '#contracts/refused.ts';
import { consolePath } from '#domain/console-paths.ts';
import { ALERT_KINDS } from '#domain/staff-alerts.ts';
import { type Form, readForm } from '#islands/shared/read-form.server.ts';
import type { FormResult } from './account-props.ts';

const FIELDS = ['act', 'old', 'new', 'new_repeat', 'code', ...ALERT_KINDS] as const;
const DONE = {
  password: 'console:account.password_changed',
  sessions: 'console:account.others_ended',
  alerts: 'console:account.alerts_saved',
} as const;
type Act = keyof typeof DONE;

/** A code in the form is confirmed first. */
export async function account(page: AstroGlobal): Promise<Response | { [act in Act]?: FormResult }> {
  const { call, t } = page.locals;
  const form = await readForm(page, FIELDS);
  const act = actOf(form?.act);
  if (!form || !act) {
    const doneAct = actOf(page.url.searchParams.get('done'));
    return doneAct ? { [doneAct]: { message: { kind: 'ok', text: t(DONE[doneAct]) } } } : {};
  }
  const confirmation = form.code ? await call(confirmStaff, { code: form.code }) : undefined;
  const isConfirmed = confirmation?.success !== false;
  const answer = isConfirmed ? await submit(page, act, form) : confirmation;
  if (answer.success) return page.redirect(consolePath('account', {}, { done: act }), 303);
  const { status, code } = answer.error;
  if (status === 401) return page.redirect(consolePath('signIn'), 303);
  page.response.status = status;
  const { errors, notice } = renderedOf(refusalOf(answer));
  const asksCode = !isConfirmed || code === 'confirmation_required';
  return { [act]: { errors, message: notice && { kind: 'bad', text: notice }, asksCode } };
}

function submit({ locals: { call } }: AstroGlobal, act: Act, form: Form<(typeof FIELDS)[number]>) {
  if (act === 'sessions') return call(endOtherStaffSessions, {});
  // Browsers send only ticked boxes.
  if (act === 'alerts') return call(chooseOwnAlerts, { on: ALERT_KINDS.filter((kind) => form[kind] !== '') });
  return call(changeStaffPassword, { old: form.old, new: form.new, new_repeat: form.new_repeat });
}

function actOf(word: string | null | undefined): Act | undefined {
  return word === 'password' || word === 'sessions' || word === 'alerts' ? word : undefined;
}
