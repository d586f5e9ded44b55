import { signUp } from '#contracts/auth.ts';
import { path } from '#domain/paths.ts';
import { BOT_CHECK, readBotCheck } from '#islands/shared/bot-check.server.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

export const registration = formAction({
  contract: signUp,
  fields: ['ref', 'email', 'username', 'password', 'password_repeat', 'agreed', 'shows_upline', ...BOT_CHECK],
  input: (form, { locals }) => ({
    ref: codeOf(form, locals),
    email: form.email,
    username: form.username,
    password: form.password,
    password_repeat: form.password_repeat,
    agreed: form.agreed,
    shows_upline: form.shows_upline !== '',
    bot_check: readBotCheck(form),
  }),
  done: ({ language }) => path(language, 'activate', { done: 'registered' }),
});

export function codeOf(form: { ref: string } | undefined, { ref }: App.Locals): string {
  return form?.ref.trim() || ref || '';
}
