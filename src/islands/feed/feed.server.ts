import { markRead, renewCalendar } from '#contracts/feed.ts';
import { path } from '#domain/paths.ts';
import { formAction, oneOf } from '#islands/shared/form-action.server.ts';

export const news = formAction({
  contract: markRead,
  fields: [],
  input: () => ({ all: true as const }),
  done: ({ language }) => path(language, 'feed', { done: 'all-read' }),
});

const calendar = formAction({
  contract: renewCalendar,
  fields: ['act'],
  when: ({ act }) => act === 'calendar',
  done: ({ language }) => `${path(language, 'webinars', { done: 'calendar' })}#calendar`,
});

const webinarsRead = formAction({
  contract: markRead,
  fields: ['act'],
  input: () => ({ all: true as const }),
  done: ({ language }) => path(language, 'webinars', { done: 'all-read' }),
});

export const webinars = oneOf(calendar, webinarsRead);
