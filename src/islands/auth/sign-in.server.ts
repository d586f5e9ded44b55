import type { AstroGlobal } from 'astro';
import { signIn } from '#contracts/auth.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { signInByPasskey } from '#contracts/passkeys.ts';
import { signInByCode } from '#contracts/second-factor.ts';
import { path } from '#domain/paths.ts';
import { BOT_CHECK, readBotCheck } from '#islands/shared/bot-check.server.ts';
import { formAction, oneOf } from '#islands/shared/form-action.server.ts';
import { readPasskey } from '#islands/shared/read-passkey.server.ts';
import { returnToOf } from './guest.server.ts';

const FIELDS = ['login', 'password', 'passkey', 'passkey_state', ...BOT_CHECK] as const;

const byPasskey = formAction({
  contract: signInByPasskey,
  fields: FIELDS,
  when: ({ passkey }) => readPasskey(passkey) !== undefined,
  input: (form, page) => ({ state: form.passkey_state, passkey: readPasskey(form.passkey)!, ...deviceOf(page) }),
  done: ({ data, page }) => startSession(page, data),
});

const byPassword = formAction({
  contract: signIn,
  fields: FIELDS,
  when: ({ passkey }) => readPasskey(passkey) === undefined,
  input: (form, page) => ({
    login: form.login,
    password: form.password,
    bot_check: readBotCheck(form),
    ...deviceOf(page),
  }),
  done: ({ data, page }) => startSession(page, data),
});

export const session = oneOf(byPasskey, byPassword);

/** Second step; the first is sealed in a cookie. */
export const code = formAction({
  contract: signInByCode,
  fields: ['code'],
  input: (form, page) => ({
    pending: page.locals.pageContext.cookies.get('sign_in') ?? '',
    code: form.code,
    ...deviceOf(page),
  }),
  done: ({ data, page }) => {
    page.locals.pageContext.cookies.set('sign_in', undefined);
    return startSession(page, data);
  },
});

function startSession(page: AstroGlobal, data: OutputOf<typeof signIn>): string {
  const { language, openSession, pageContext } = page.locals;
  const { returnTo } = returnToOf(page);
  if ('pending' in data) {
    pageContext.cookies.set('sign_in', data.pending);
    return path(language, 'signInCode', { return_to: returnTo });
  }
  openSession(data);
  if (pageContext.cookies.came('login')) pageContext.cookies.set('login', undefined);
  return returnTo ?? path(language, 'profile');
}

function deviceOf({ locals }: AstroGlobal): { device?: string } {
  const device = locals.pageContext.cookies.get('device');
  return device ? { device } : {};
}
