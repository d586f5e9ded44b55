import { readNotices } from '#contracts/notices.ts';
import { path } from '#domain/paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

export const noticesRead = formAction({
  contract: readNotices,
  fields: [],
  input: () => ({ all: true as const }),
  done: ({ language }) => path(language, 'notices', { done: 'all-read' }),
});
