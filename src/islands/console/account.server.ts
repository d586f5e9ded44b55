import type { AstroGlobal } from 'astro';
import { changeStaffPassword, confirmStaff, endOtherStaffSessions } from '#contracts/console/session.ts';
import { refusalOf, renderedOf } from '#contracts/refused.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Form, readForm } from '#islands/shared/read-form.server.ts';
import type { Sent } from './account-props.ts';

const FIELDS = ['act', 'old', 'new', 'new_repeat', 'code'] as const;
const DONE = { password: 'console:account.password_changed', sessions: 'console:account.others_ended' } as const;
type Act = keyof typeof DONE;

/** A code in the form is confirmed first. */
export async function account(page: AstroGlobal): Promise<Response | { [act in Act]?: Sent }> {
  const { call, t } = page.locals;
  const form = await readForm(page, FIELDS);
  const act = actOf(form?.act);
  if (!form || !act) {
    const was = actOf(page.url.searchParams.get('done'));
    return was ? { [was]: { said: { kind: 'ok', text: t(DONE[was]) } } } : {};
  }
  const confirmed = form.code ? await call(confirmStaff, { code: form.code }) : undefined;
  const isConfirmed = confirmed?.success !== false;
  const done = isConfirmed ? await take(page, act, form) : confirmed;
  if (done.success) return page.redirect(consolePath('account', {}, { done: act }), 303);
  const { status, code } = done.error;
  if (status === 401) return page.redirect(consolePath('signIn'), 303);
  page.response.status = status;
  const { errors, notice } = renderedOf(refusalOf(done));
  const asksCode = !isConfirmed || code === 'confirmation_required';
  return { [act]: { errors, said: notice && { kind: 'bad', text: notice }, asksCode } };
}

function take({ locals: { call } }: AstroGlobal, act: Act, form: Form<(typeof FIELDS)[number]>) {
  if (act === 'sessions') return call(endOtherStaffSessions, {});
  return call(changeStaffPassword, { old: form.old, new: form.new, new_repeat: form.new_repeat });
}

function actOf(word: string | null | undefined): Act | undefined {
  return word === 'password' || word === 'sessions' ? word : undefined;
}
