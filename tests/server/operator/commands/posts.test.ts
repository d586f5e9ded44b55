import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { posts, postTexts } from '#server/db/schema/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { afterwards } from '../../../support/afterwards.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openPress, postFile, titlesOf } from '../../members/feed/press.ts';
import { auditLogOf } from '../../../support/db/audit.ts';

const press = await openPress();
const { services, clock } = press;
const folder = mkdtempSync(join(tmpdir(), 'atrium-posts-'));
const file = join(folder, 'post.md');
afterwards(() => rmSync(folder, { recursive: true }));

const order = (...argv: string[]) => runCommand(services, argv, 'olga');
const publish = (...argv: string[]) => order('posts', 'publish', file, ...argv);
const write = (...facts: Parameters<typeof postFile>) => writeFileSync(file, postFile(...facts));
const everything = async () => ({
  posts: await services.db.select().from(posts),
  texts: await services.db.select().from(postTexts),
  log: await auditLogOf(services),
});
const now = clock.now();
const titles = { ru: 'Окно', de: 'Fenster' };
const bodies = { ru: 'Текст.', de: 'Text.' };

test('a post is tried first, then published, read by members, and logged', async () => {
  write('window', now, { titles, bodies });
  const words = 'The post window is published in ru, de.';
  expect(await publish('--dry-run')).toMatchObject({
    words: `${words}\nNothing was published (dry run).`,
    unchanged: true,
  });
  expect(await everything()).toEqual({ posts: [], texts: [], log: [] });
  expect(await publish()).toEqual({ refused: expect.stringMatching(/Give a reason with --why: posts publish FILE/) });

  expect(await publish('--why', 'December')).toMatchObject({ words, data: { slug: 'window', state: 'new' } });
  expect(titlesOf(await press.list('anna', {}, 'de'))).toEqual(['Fenster']);
  const [entry] = await auditLogOf(services);
  expect(entry).toMatchObject({ actor: 'operator:olga', action: 'posts publish', reason: 'December' });
});

test('the same file again changes nothing; another text under the same name changes the post and keeps its address', async () => {
  write('window', now, { titles, bodies });
  await publish('--why', 'first');
  const before = await everything();
  expect(await publish('--why', 'again')).toMatchObject({
    words: expect.stringMatching(/already matches the file/),
    unchanged: true,
  });
  expect(await everything()).toEqual(before);

  write('window', now, { titles: { ru: 'Окно', en: 'Window' }, bodies: { ru: 'Текст.', en: 'Text.' }, pinned: true });
  expect(await publish('--why', 'English')).toMatchObject({
    words: 'The post window is updated: pinned_at, texts.de, texts.en.',
    data: { id: before.posts[0]?.id, sequence: 0 },
  });
  expect(await press.list('anna', {}, 'en')).toMatchObject({ items: [{ title: 'Window', is_pinned: true }] });
  expect(await press.list('anna', {}, 'de')).toMatchObject({ items: [{ title: 'Окно', is_fallback: true }] });
});

test('what calendars show of a webinar is counted, and nothing else', async () => {
  const starts = addSeconds(now, 86_400);
  const steps = [
    [{ starts }, 0],
    [{ starts, join: 'https://meet.example/x' }, 0],
    [{ starts, join: 'https://meet.example/x', recording: 'https://video.example/x', pinned: true }, 0],
    [{ starts: addSeconds(starts, 60) }, 1],
    [{ starts: addSeconds(starts, 60), minutes: 30 }, 2],
    [{ starts: addSeconds(starts, 60), minutes: 30, titles: { ru: 'Другое' } }, 3],
  ] as const;
  for (const [facts, sequence] of steps) {
    clock.advance(60);
    write('show', now, facts);
    expect(await publish('--why', 'x')).toMatchObject({ data: { sequence } });
    const { id } = (await press.list('anna', { kind: 'webinar' })).items[0]!;
    expect(dataOf(await press.open('anna', id))).toMatchObject({ sequence, changed_at: clock.now().toISOString() });
  }
});

test('a post stays what it is', async () => {
  write('talk', now, { starts: addSeconds(now, 86_400) });
  await publish('--why', 'first');
  write('talk', now);
  expect(await publish('--why', 'x')).toEqual({ refused: expect.stringMatching(/is of the kind webinar/) });
});

test('a wrong file is refused whole', async () => {
  const before = await everything();
  write('window', now, { titles, bodies: { ru: '[x](javascript:alert(1))', de: 'Text.' } });
  expect(await publish('--why', 'x')).toEqual({
    refused: expect.stringMatching(/^Nothing was published\.\n--- ru ---: links to “javascript:alert\(1\)”/),
  });
  expect(await order('posts', 'publish', '/nowhere/post.md', '--why', 'x')).toEqual({
    refused: 'The file “/nowhere/post.md” can’t be read (ENOENT).',
  });
  expect(await everything()).toEqual(before);
});

test('two who publish the same name at once make one post', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => press.publish('at-once')));
  expect(new Set(answers).size).toBe(1);
});

test('a post is withdrawn with a reason, once, and comes back with its file', async () => {
  const id = await press.publish('wrong-news');
  expect(await order('posts', 'withdraw', 'wrong-news')).toMatchObject({
    refused: expect.stringMatching(/Give a reason with --why/),
  });
  expect(await order('posts', 'withdraw', 'wrong-news', '--why', 'a mistake')).toMatchObject({
    words: 'The post wrong-news is withdrawn.',
  });
  expect(refusalOf(await press.open('anna', id))).toBe('not_found');
  expect(await order('posts', 'withdraw', 'wrong-news', '--why', 'x')).toMatchObject({
    refused: expect.stringMatching(/already withdrawn/),
  });
  expect(await order('posts', 'withdraw', 'nothing', '--why', 'x')).toMatchObject({
    refused: expect.stringMatching(/no post “nothing”/),
  });
  expect(await order('posts', 'list')).toMatchObject({
    words: expect.stringMatching(/^wrong-news +news .* withdrawn /m),
  });

  write('wrong-news', now);
  expect(await publish('--why', 'it was right')).toMatchObject({ words: expect.stringMatching(/withdrawn_at/) });
  expect(refusalOf(await press.open('anna', id))).toBe('done');
});

test('the list tells what members don’t see yet', async () => {
  await press.publish('soon', { published: addSeconds(clock.now(), 3_600) });
  expect(await order('posts', 'list', '--limit', '1')).toMatchObject({
    data: { items: [{ slug: 'soon', state: 'scheduled', is_pinned: false }] },
  });
});
