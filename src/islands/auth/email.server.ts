import { confirmEmail } from '#contracts/settings.ts';
import { path } from '#domain/paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

export const email = formAction({
  contract: confirmEmail,
  fields: ['token'],
  done: ({ language }) => path(language, 'confirmEmail', { done: 'email-confirmed' }),
});
