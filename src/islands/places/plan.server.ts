import { requestPlace } from '#contracts/places.ts';
import { path } from '#domain/paths.ts';
import type { Platform } from '#domain/places.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

export const request = formAction({
  contract: requestPlace,
  fields: ['price'],
  // The price that was read is asked for even when it is missing: then the server refuses it.
  input: ({ price }, { params }) => ({ platform: params['platform'] as Platform, plan: params['plan'] ?? '', price }),
  done: ({ data: { id }, language }) => path(language, 'transaction', { id }, { done: 'requested' }),
});
