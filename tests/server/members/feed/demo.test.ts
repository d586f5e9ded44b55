import { expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { seedPosts } from '#server/operator/seed/feed.ts';
import { openPress } from './press.ts';

const press = await openPress();
const { services, list } = press;
await services.transaction((tx) => seedPosts(tx, services));

test('the demo has three news, a webinar next week and a past one with its recording', async () => {
  const news = await list('anna', { kind: 'news' });
  expect(news.items.map(({ is_pinned }) => is_pinned)).toEqual([true, false, false]);
  expect(await list('anna', { kind: 'webinar' })).toMatchObject({
    items: [
      { webinar: { state: 'soon', join_url: null } },
      { webinar: { state: 'past', recording_url: 'https://video.example/a-safe-account' } },
    ],
  });
});

test('a webinar names its day, month and time zone in the reader’s language', async () => {
  const { items } = await list('anna', { kind: 'webinar' }, 'ru');
  const months = 'янв|февр|мар|апр|мая|июн|июл|авг|сент|окт|нояб|дек';
  for (const { webinar } of items) {
    expect(webinar?.local).toEqual({
      day: expect.stringMatching(/^[0-3]\d$/),
      month: expect.stringMatching(new RegExp(`^(${months})`)),
      zone: 'Москва',
    });
  }
});

test.each(LANGUAGES)('it is written in $name, one post not in Hindi', async ({ segment }) => {
  const { items } = await list('anna', {}, segment);
  expect(items.filter((post) => post.is_fallback)).toHaveLength(segment === 'hindi' ? 1 : 0);
  for (const { title, excerpt } of items) expect(`${title} ${excerpt}`).toMatch(/^\S.{40,}\S$/);
});
