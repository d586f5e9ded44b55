import { setPin } from '#contracts/finance.ts';
import { path } from '#domain/paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

export const pin = formAction({
  contract: setPin,
  fields: ['pin', 'pin_repeat', 'password', 'code'],
  done: ({ language }) => path(language, 'finance', { done: 'pin-set' }),
});
