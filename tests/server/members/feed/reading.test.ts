import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { postReads, posts, postTexts } from '#server/db/schema/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openPress, titlesOf } from './press.ts';

const press = await openPress();
const { services, clock, list, open, publish, markRead, undoMarkRead } = press;
const NOBODYS = '00000000-0000-4000-8000-000000000000';

const unreadOf = async (username: string) => {
  const { items, unread } = await list(username);
  return { unread: unread.news + unread.webinar, titles: titlesOf({ items: items.filter((post) => post.is_unread) }) };
};

/** Tests begin without posts and after any earlier “mark all as read”. */
beforeEach(async () => {
  await services.db.delete(postReads);
  await services.db.delete(postTexts);
  await services.db.delete(posts);
  clock.advance(1);
});

test('a post is unread until its reader says otherwise, and nobody else’s reading matters', async () => {
  const first = await publish('first');
  clock.advance(1);
  await publish('second');
  expect(await unreadOf('anna')).toEqual({ unread: 2, titles: ['second', 'first'] });
  dataOf(await open('anna', first));
  expect(await unreadOf('anna')).toMatchObject({ unread: 2 });

  for (const ids of [[first], [first, first], [first, NOBODYS, 'x', '']]) dataOf(await markRead('anna', { ids }));
  expect(await unreadOf('anna')).toEqual({ unread: 1, titles: ['second'] });
  expect(await unreadOf('ivan')).toEqual({ unread: 2, titles: ['second', 'first'] });
  expect(await services.db.$count(postReads)).toBe(1);
});

test('marking everything leaves no rows behind, and what comes later is unread again', async () => {
  const first = await publish('first');
  await publish('second');
  dataOf(await markRead('anna', { ids: [first] }));
  expect(await services.db.$count(postReads)).toBe(1);
  clock.advance(1);
  dataOf(await markRead('anna', { all: true }));
  dataOf(await markRead('anna', { all: true }));
  expect(await unreadOf('anna')).toEqual({ unread: 0, titles: [] });
  expect(await services.db.$count(postReads)).toBe(0);
  expect(await unreadOf('ivan')).toMatchObject({ unread: 2 });
  clock.advance(1);
  const third = await publish('third');
  expect(await unreadOf('anna')).toEqual({ unread: 1, titles: ['third'] });
  await Promise.all([1, 2, 3].map(() => markRead('anna', { ids: [third] })));
  expect(await unreadOf('anna')).toEqual({ unread: 0, titles: [] });
});

test('marking everything can be taken back, with what had been read before, until everything is marked once more', async () => {
  const fourth = await publish('fourth');
  await publish('fifth');
  dataOf(await markRead('ivan', { all: true }));
  clock.advance(1);
  const sixth = await publish('sixth');
  await publish('seventh');
  dataOf(await markRead('ivan', { ids: [fourth, sixth] }));
  const before = await unreadOf('ivan');
  expect(before).toEqual({ unread: 1, titles: ['seventh'] });

  clock.advance(1);
  const { undo } = dataOf(await markRead('ivan', { all: true }));
  expect(await unreadOf('ivan')).toEqual({ unread: 0, titles: [] });
  for (const _ of ['once', 'twice']) dataOf(await undoMarkRead('ivan', undo!));
  expect(await unreadOf('ivan')).toEqual(before);
  expect(await unreadOf('anna')).toMatchObject({ unread: 4 });

  clock.advance(1);
  dataOf(await markRead('ivan', { all: true }));
  clock.advance(1);
  const later = dataOf(await markRead('ivan', { all: true })).undo!;
  const future = addSeconds(clock.now(), 60).toISOString();
  for (const late of [undo!, { ...later, before: future }]) dataOf(await undoMarkRead('ivan', late));
  expect(await unreadOf('ivan')).toEqual({ unread: 0, titles: [] });
  expect(dataOf(await markRead('ivan', { all: true })).undo).toBeNull();
  dataOf(await undoMarkRead('anna', later));
  expect(await unreadOf('anna')).toMatchObject({ unread: 4 });
});

test('what was there before a member came, or is written as if it had been, is not new to them', async () => {
  await publish('before-everybody', { published: new Date('2001-01-01') });
  expect(titlesOf(await list('ivan'))).toContain('before-everybody');
  expect((await unreadOf('ivan')).titles).not.toContain('before-everybody');
});

test('nothing is marked that is not out yet', async () => {
  const later = await publish('later', { published: addSeconds(clock.now(), 60) });
  dataOf(await markRead('ivan', { ids: [later] }));
  expect(await services.db.$count(postReads, eq(postReads.postId, later))).toBe(0);
  clock.advance(61);
  expect((await unreadOf('ivan')).titles).toContain('later');
});

test('a post to come, a withdrawn one and one that never was are all not there', async () => {
  const hidden = await publish('hidden', { published: addSeconds(clock.now(), 60) });
  const withdrawn = await publish('withdrawn');
  expect(refusalOf(await open('anna', withdrawn))).toBe('done');
  await press.withdraw('withdrawn');
  for (const id of [hidden, withdrawn, NOBODYS, 'x', "' or 1=1", hidden.toUpperCase()]) {
    expect(refusalOf(await open('anna', id)), id).toBe('not_found');
  }
  expect(titlesOf(await list('anna'))).not.toContain('withdrawn');
  await publish('withdrawn');
  expect(refusalOf(await open('anna', withdrawn))).toBe('done');
});

test('a post is told in the reader’s language, or in Russian and says so', async () => {
  const titles = { ru: 'Новость', de: 'Neuigkeit' };
  const id = await publish('languages', { titles, bodies: { ru: 'По-русски.', de: 'Auf **Deutsch**.' } });
  expect(dataOf(await open('anna', id, 'de'))).toMatchObject({
    ...{ title: 'Neuigkeit', excerpt: 'Auf Deutsch.', language: 'de', is_fallback: false },
    html: '<p>Auf <strong>Deutsch</strong>.</p>',
  });
  expect(dataOf(await open('anna', id, 'hindi'))).toMatchObject({
    title: 'Новость',
    language: 'ru',
    is_fallback: true,
  });
  expect(dataOf(await open('anna', id, 'ru'))).toMatchObject({ title: 'Новость', is_fallback: false });
  const inTamil = (await list('anna', {}, 'tamil')).items.find((post) => post.id === id);
  expect(inTamil).toMatchObject({ title: 'Новость', language: 'ru', is_fallback: true });
});

test('posts can be read while a newer version of the app is adding a column to them', async () => {
  await publish('older');
  const before = await list('anna');
  expect(titlesOf(before)).toEqual(['older']);
  await services.db.execute(sql`alter table posts add column newer text`);
  expect(await list('anna')).toEqual(before);
  await services.db.execute(sql`alter table posts drop column newer`);
});

test('the way into a webinar opens a quarter of an hour before it and closes with it; then there is the recording', async () => {
  const starts = addSeconds(clock.now(), 3_600);
  const links = { join: 'https://meet.example/x', recording: 'https://video.example/x' };
  const id = await publish('doors', { starts, minutes: 30, ...links });
  const seen = async () => {
    const { webinar, join_in_seconds } = dataOf(await open('anna', id));
    return { ...webinar, join_in_seconds };
  };
  const steps = [
    [0, { state: 'soon', join_url: null, join_in_seconds: 2_700, recording_url: null }],
    [2_699, { state: 'soon', join_url: null }],
    [1, { state: 'soon', join_url: links.join, join_in_seconds: null }],
    [900, { state: 'live', join_url: links.join, recording_url: null }],
    [1_799, { state: 'live', join_url: links.join }],
    [1, { state: 'past', join_url: null, recording_url: links.recording }],
  ] as const;
  for (const [seconds, what] of steps) {
    clock.advance(seconds);
    expect(await seen()).toMatchObject(what);
  }
});
