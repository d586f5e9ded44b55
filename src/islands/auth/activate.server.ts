import { activate, resendActivation } from '#contracts/auth.ts';
import { path } from '#domain/paths.ts';
import { BOT_CHECK, readBotCheck } from '#islands/shared/bot-check.server.ts';
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

export const activation = oneOf(byLink, anotherLink);
