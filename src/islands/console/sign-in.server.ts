import type { AstroGlobal } from 'astro';
import { signInByPasskey, signInStaff } from '#contracts/console/session.ts';
import { readConsoleReturn } from '#domain/console-paths.ts';
import { BOT_CHECK, readBotCheck } from '#islands/shared/bot-check.server.ts';
import { formAction, oneOf } from '#islands/shared/form-action.server.ts';
import { readPasskey } from '#islands/shared/read-passkey.server.ts';

const FIELDS = ['email', 'password', 'code', 'passkey', 'passkey_state', ...BOT_CHECK] as const;

const byPasskey = formAction({
  contract: signInByPasskey,
  fields: FIELDS,
  when: ({ passkey }) => readPasskey(passkey) !== undefined,
  input: (form, page) => ({ state: form.passkey_state, passkey: readPasskey(form.passkey)!, ...deviceOf(page) }),
  done: startSession,
});

const byPassword = formAction({
  contract: signInStaff,
  fields: FIELDS,
  when: ({ passkey }) => readPasskey(passkey) === undefined,
  input: (form, page) => {
    const { email, password, code } = form;
    const botCheck = readBotCheck(form);
    return { email, password, code, ...(botCheck && { bot_check: botCheck }), ...deviceOf(page) };
  },
  done: startSession,
});

export const staffSession = oneOf(byPasskey, byPassword);

function startSession({ data, page }: { data: { token: string; device: string }; page: AstroGlobal }): string {
  page.locals.openStaffSession(data);
  return readConsoleReturn(page.url.searchParams.get('return_to'));
}

function deviceOf({ locals }: AstroGlobal): { device?: string } {
  const device = locals.pageContext.cookies.get('staff_device');
  return device ? { device } : {};
}
