import { removePasskey } from '#contracts/passkeys.ts';
import { path } from '#domain/paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

export const passkeyRemoval = formAction({
  contract: removePasskey,
  fields: ['act', 'id', 'password', 'code'],
  when: ({ act }) => act === 'remove',
  done: ({ language }) => path(language, 'passkeys', { done: 'passkey-removed' }),
});
