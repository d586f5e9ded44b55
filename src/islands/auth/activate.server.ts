import type { AstroGlobal } from 'astro';
import { activate, readActivation, resendActivation } from '#contracts/auth.ts';
import { isLinkBroken, refusalOf } from '#contracts/refused.ts';
import { path } from '#domain/paths.ts';
import { BOT_CHECK, loadBotQuestion, readBotCheck } from '#islands/shared/bot-check.server.ts';
import { AUTH_DONE, doneIn, doneText } from '#islands/shared/done.server.ts';
import { formAction, oneOf } from '#islands/shared/form-action.server.ts';

const FIELDS = ['token', 'password', 'password_repeat', 'email', ...BOT_CHECK] as const;

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
  when: ({ token }) => token === '',
  input: (form) => ({ email: form.email, bot_check: readBotCheck(form) }),
  done: ({ language }) => path(language, 'activate', { done: 'activation-sent' }),
});

export async function loadActivation(page: AstroGlobal) {
  const { call, site, t } = page.locals;
  const posted = await oneOf(byLink, anotherLink)(page);
  if (posted instanceof Response) return posted;
  const { form } = posted;
  const token = form ? form.token : (page.url.searchParams.get('token') ?? '');
  const account = token ? await call(readActivation, { token }) : undefined;
  const refusal = posted.refusal ?? refusalOf(account);
  if (refusal) page.response.status = refusal.status;
  const isWaiting = !form && !token && ['registered', 'activation-sent'].includes(doneIn(page.url) ?? '');
  const isBroken = isLinkBroken(refusal, 'activation_link_invalid');
  const view = isWaiting
    ? { at: 'waiting' as const, message: doneText(AUTH_DONE, page.url, t) ?? '' }
    : token && !isBroken
      ? { at: 'account' as const, token, account: account?.success ? account.data : undefined }
      : {
          at: 'link' as const,
          isBroken: Boolean(token),
          email: form?.email,
          question: await loadBotQuestion(page.locals),
        };
  return { view, refusal: token && isBroken ? undefined : refusal, hasMailbox: site.hasMailbox };
}
