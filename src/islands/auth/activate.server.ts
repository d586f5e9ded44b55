import type { AstroGlobal } from 'astro';
import { activate, correctSignUp, readActivation, readSignUp, resendActivation } from '#contracts/auth.ts';
import { isLinkBroken, refusalOf } from '#contracts/refused.ts';
import { path } from '#domain/paths.ts';
import { BOT_CHECK, loadBotQuestion, readBotCheck } from '#islands/shared/bot-check.server.ts';
import { doneIn } from '#islands/shared/done.server.ts';
import { formAction, oneOf, type PostedOf } from '#islands/shared/form-action.server.ts';

const FIELDS = ['token', 'password', 'password_repeat', 'email', 'correct', ...BOT_CHECK] as const;

const byLink = formAction({
  contract: activate,
  fields: FIELDS,
  when: ({ token }) => token !== '',
  input: ({ token, password, password_repeat }) => ({ token, ...(password && { password, password_repeat }) }),
  done: ({ language }) => path(language, 'signIn', { done: 'activated' }),
});

const anotherLink = formAction({
  contract: resendActivation,
  fields: FIELDS,
  when: ({ token, correct }) => token === '' && correct === '',
  input: (form) => ({ email: form.email, bot_check: readBotCheck(form) }),
  done: ({ language }) => path(language, 'activate', { done: 'activation-sent' }),
});

const correction = formAction({
  contract: correctSignUp,
  fields: FIELDS,
  when: ({ correct }) => correct !== '',
  input: ({ email }) => ({ email }),
  done: ({ language }) => path(language, 'activate', { done: 'registered' }),
});

const link = oneOf(byLink, oneOf(correction, anotherLink));

export async function loadActivation(page: AstroGlobal) {
  const { site } = page.locals;
  const posted = await link(page);
  if (posted instanceof Response) return posted;
  const { form } = posted;
  const token = form ? form.token : (page.url.searchParams.get('token') ?? '');
  const account = token ? await page.locals.call(readActivation, { token }) : undefined;
  const refusal = posted.refusal ?? refusalOf(account);
  if (refusal) page.response.status = refusal.status;
  const isBroken = isLinkBroken(refusal, 'activation_link_invalid');
  const view =
    token && !isBroken
      ? { at: 'account' as const, token, account: account?.success ? account.data : undefined }
      : await viewWithoutLink(page, form, Boolean(token));
  return { view, refusal: token && isBroken ? undefined : refusal, hasMailbox: site.hasMailbox };
}

type LinkForm = PostedOf<typeof link>['form'];

async function viewWithoutLink(page: AstroGlobal, form: LinkForm, isBroken: boolean) {
  const done = form || isBroken ? undefined : doneIn(page.url);
  if (form?.correct || done === 'registered') {
    return { at: 'waiting' as const, signUp: await findSignUp(page), typed: form?.email };
  }
  if (done === 'activation-sent') return { at: 'sent' as const };
  return { at: 'link' as const, isBroken, email: form?.email, question: await loadBotQuestion(page.locals) };
}

async function findSignUp({ locals: { call, pageContext } }: AstroGlobal) {
  const answer = pageContext.cookies.get('sign_up') ? await call(readSignUp) : undefined;
  return answer?.success ? answer.data : undefined;
}
