import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  beginPost,
  discardPostDraft,
  getConsolePost,
  listConsolePosts,
  pinConsolePost,
  type PostFields,
  previewPost,
  publishPostDraft,
  savePostDraft,
  withdrawConsolePost,
} from '#contracts/console/posts.ts';
import { auditLog, postDrafts, posts } from '#server/db/schema/index.ts';
import { readPostFile } from '#server/members/feed/index.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openConsole } from '../../../support/people/staff.ts';
import { openPress, postFile, titlesOf } from '../../members/feed/press.ts';

const press = await openPress();
const { services, clock } = press;
const { signIn } = await openConsole(press);
const kira = await signIn('kira');
const olga = await signIn('olga');
const sam = await signIn('sam');

type Change = Omit<Partial<PostFields>, 'texts' | 'webinar'> & {
  webinar?: Partial<PostFields['webinar']>;
  texts?: Record<string, { title?: string; markdown?: string }>;
};

const open = async (slug: string) => dataOf(await kira.call(getConsolePost, { slug }));
const begin = async (slug: string, kind: 'news' | 'webinar' = 'news') => {
  dataOf(await kira.call(beginPost, { slug, kind }));
  return open(slug);
};
/** The form as displayed, with some fields changed. */
const filled = ({ fields }: { fields: PostFields }, change: Change): PostFields => ({
  ...fields,
  ...change,
  webinar: { ...fields.webinar, ...change.webinar },
  texts: fields.texts.map((text) => ({ ...text, ...change.texts?.[text.language] })),
});
const save = async (before: Awaited<ReturnType<typeof open>>, change: Change, who = kira) =>
  who.call(savePostDraft, {
    slug: before.slug,
    seen: before.draft?.changed_at ?? '',
    ...filled(before, change),
  });
const publish = (slug: string, shown: string, who = kira) =>
  who.call(publishPostDraft, { slug, shown, reason: 'as agreed' });
const list = async (input: Parameters<typeof kira.call<typeof listConsolePosts>>[1] = {}) =>
  dataOf(await kira.call(listConsolePosts, input));
const log = () => services.db.select().from(auditLog).orderBy(asc(auditLog.number));
const russian = { texts: { ru: { title: 'Окно', markdown: 'Откроется **завтра**.' } } };

/** Each test begins without posts and drafts. */
beforeEach(async () => {
  for (const table of ['post_drafts', 'post_reads', 'post_texts', 'posts']) {
    await services.db.execute(sql.raw(`delete from ${table}`));
  }
});

describe('a new post', () => {
  test('is written, kept with its gaps, read by nobody, published from its draft, and logged', async () => {
    const begun = await begin('window');
    expect(begun).toMatchObject({ state: null, draft: { changed_by: 'Кира Полевая' }, changes: [] });
    expect(begun.wrong).toContain('titles.ru: is missing.');
    expect((await list()).items[0]).toMatchObject({ slug: 'window', state: null, has_draft: true });

    const saved = dataOf(await save(begun, russian));
    expect(saved).toMatchObject({ wrong: [], changes: [{ name: '', before: null, after: 'ru' }] });
    expect(readPostFile(saved.file)).toMatchObject({ post: { slug: 'window', texts: [{ title: 'Окно' }] } });
    expect(titlesOf(await press.list('anna'))).toEqual([]);

    const published = dataOf(await publish('window', saved.shown));
    expect(published).toMatchObject({ state: 'published', draft: null, changes: [] });
    expect(titlesOf(await press.list('anna'))).toEqual(['Окно']);
    expect((await list()).items).toMatchObject([
      { slug: 'window', title: 'Окно', missing: ['en', 'fr', 'de', 'tamil', 'hindi'], has_draft: false },
    ]);
    expect((await log()).at(-1)).toMatchObject({
      action: 'posts publish',
      subject: 'post:window',
      reason: 'as agreed',
      after: { languages: 'ru' },
    });
    expect(refusalOf(await publish('window', saved.shown))).toBe('not_found');
  });

  test('needs a name of its own that fits', async () => {
    for (const slug of ['Window', '-window', 'ö', 'a b', 'x'.repeat(65)]) {
      const answer = await kira.call(beginPost, { slug, kind: 'news' });
      expect(answer).toMatchObject({ success: false, error: { fields: { slug: expect.any(Array) } } });
    }
    await begin('taken');
    await press.publish('published');
    for (const slug of ['taken', 'published']) {
      const answer = await olga.call(beginPost, { slug, kind: 'news' });
      expect(answer).toMatchObject({ error: { fields: { slug: ['A post or a draft already has this address.'] } } });
    }
  });

  test('is told all that is wrong with its dates, links and lengths, and is not published', async () => {
    const begun = await begin('wrong', 'webinar');
    const saved = dataOf(
      await save(begun, {
        published_at: '2026-02-31T10:00',
        webinar: { starts_at: 'tomorrow', minutes: '9999', speaker: 'Роман', join_url: 'http://meet.example/x' },
        ...russian,
      }),
    );
    expect(saved.wrong.map((line) => line.split(':')[0])).toEqual([
      'published_at',
      'webinar.starts_at',
      'webinar.minutes',
      'webinar.join_url',
    ]);
    expect(saved.fields).toMatchObject({ published_at: '2026-02-31T10:00', webinar: { minutes: '9999' } });
    expect(refusalOf(await publish('wrong', saved.shown))).toBe('draft_wrong');

    const texts = { ru: { title: 'я'.repeat(161), markdown: 'x'.repeat(50_001) } };
    const right = {
      published_at: '2026-12-01T10:00',
      webinar: { starts_at: '2026-12-02T10:00', minutes: '60', join_url: '' },
    };
    const long = dataOf(await save(saved, { ...right, texts }));
    expect(long.wrong).toEqual([expect.stringMatching(/^titles\.ru: /)]);
    const longer = dataOf(await save(long, { ...right, texts: { ru: { ...texts.ru, title: 'Окно' } } }));
    expect(longer.wrong).toEqual(['--- ru ---: must have at most 50000 characters.']);
    expect(refusalOf(await save(longer, { texts: { ru: { markdown: 'x'.repeat(60_001) } } }))).toBe('invalid');
  });

  test('is taken in all six languages at full length, and not beyond two megabytes', async () => {
    const begun = await begin('long');
    const each = { title: 'நீளம்', markdown: 'நீ '.repeat(16_000) };
    const saved = dataOf(
      await save(begun, { texts: { ru: each, en: each, fr: each, de: each, tamil: each, hindi: each } }),
    );
    expect(saved).toMatchObject({ wrong: [], changes: [{ after: 'ru, en, fr, de, tamil, hindi' }] });
  });

  test('that costs too much to render is saved, shows no preview, and can’t be published', async () => {
    const begun = await begin('costly');
    const markdown = '**a'.repeat(16_000);
    const sentence = expect.stringContaining('has too many Markdown marks');
    expect(dataOf(await kira.call(previewPost, { markdown }))).toEqual({ html: '', excerpt: '', wrong: [sentence] });
    const saved = dataOf(await save(begun, { texts: { ru: { title: 'Окно', markdown } } }));
    expect(saved.wrong).toEqual([sentence]);
    expect(refusalOf(await publish('costly', saved.shown))).toBe('draft_wrong');
  });

  test('can’t hold a line that would tear it in two', async () => {
    const begun = await begin('torn');
    const answer = await save(begun, { texts: { ru: { title: 'Окно', markdown: 'Один.\n--- de ---\nZwei.' } } });
    expect(answer).toMatchObject({
      error: { fields: { 'texts.0.markdown': [expect.stringContaining('divides languages')] } },
    });
  });
});

describe('a post that is out', () => {
  beforeEach(async () => {
    await press.publish('out', { titles: { ru: 'Вышло', de: 'Da' }, bodies: { ru: 'Текст.', de: 'Text.' } });
  });

  test('opens as it was written, and shows exactly what publishing would change', async () => {
    const opened = await open('out');
    expect(opened).toMatchObject({ draft: null, wrong: [], changes: [], state: 'published' });
    const saved = dataOf(await save(opened, { category: 'finance', texts: { ru: { markdown: 'Иначе.' } } }));
    expect(saved.changes).toEqual([
      { subject: 'out', name: 'category', before: 'other', after: 'finance' },
      { subject: 'out', name: 'texts.ru', before: 'Вышло\n\nТекст.', after: 'Вышло\n\nИначе.' },
    ]);
    expect(titlesOf(await press.list('anna', {}, 'de'))).toContain('Da');
    dataOf(await publish('out', saved.shown));
    expect((await log()).at(-1)).toMatchObject({ before: { category: 'other' }, after: { category: 'finance' } });
  });

  test('is not published over what the command line changed after somebody looked', async () => {
    const saved = dataOf(await save(await open('out'), { texts: { ru: { title: 'Моё' } } }));
    await press.publish('out', { titles: { ru: 'Чужое' } });
    expect(refusalOf(await publish('out', saved.shown))).toBe('draft_moved_on');
    expect(await open('out')).toMatchObject({
      changes: expect.arrayContaining([expect.objectContaining({ before: expect.stringContaining('Чужое') })]),
    });
    const { draft } = await open('out');
    dataOf(
      await kira.call(discardPostDraft, { slug: 'out', seen: draft?.changed_at ?? '', reason: 'theirs is better' }),
    );
    expect(await open('out')).toMatchObject({
      draft: null,
      changes: [],
      fields: { texts: [{ title: 'Чужое' }, {}, {}, {}, {}, {}] },
    });
  });

  test('is pinned and withdrawn once, each with its entry', async () => {
    const before = (await log()).length;
    const pin = (wish: 'on' | 'off') => kira.call(pinConsolePost, { slug: 'out', pin: wish, reason: 'for December' });
    expect(dataOf(await pin('on'))).toMatchObject({ is_pinned: true });
    expect(dataOf(await pin('on'))).toMatchObject({ is_pinned: true });
    expect((await list({ state: 'pinned' })).items).toMatchObject([{ slug: 'out' }]);
    expect(dataOf(await pin('off'))).toMatchObject({ is_pinned: false });
    const withdraw = () => kira.call(withdrawConsolePost, { slug: 'out', reason: 'outdated' });
    const both = await Promise.all([withdraw(), withdraw()]);
    expect(both.map(refusalOf).toSorted()).toEqual(['decided_before', 'done']);
    expect((await list({ state: 'withdrawn' })).items).toMatchObject([{ slug: 'out', state: 'withdrawn' }]);
    expect((await log()).slice(before).map(({ action }) => action)).toEqual([
      'posts pin',
      'posts unpin',
      'posts withdraw',
    ]);
    expect(refusalOf(await kira.call(withdrawConsolePost, { slug: 'nowhere', reason: 'x' }))).toBe('not_found');
  });
});

describe('two who write at once', () => {
  test('the second save is refused with a sentence, and nothing of the first is lost', async () => {
    const both = await begin('both');
    const answers = await Promise.all([
      save(both, { texts: { ru: { title: 'Кира' } } }),
      save(both, { texts: { ru: { title: 'Ольга' } } }, olga),
    ]);
    expect(answers.map(refusalOf).toSorted()).toEqual(['done', 'draft_moved_on']);
    const refused = answers.find(({ success }) => !success);
    expect(refused).toMatchObject({ error: { detail: expect.stringMatching(/nothing was overwritten/) } });
    const first = answers[0]?.success ? 'Кира' : 'Ольга';
    expect((await open('both')).fields.texts[0]).toMatchObject({ title: first });
  });

  test('whoever sends the same again, as no answer came, is answered the same', async () => {
    const before = await begin('again');
    const first = dataOf(await save(before, russian));
    const again = dataOf(await save(before, russian));
    expect(again.draft).toEqual(first.draft);
    expect(refusalOf(await save(before, russian, olga))).toBe('draft_moved_on');
  });

  test('a draft that was thrown away does not come back, and one that was seen no more is not thrown away', async () => {
    const before = await begin('away');
    const after = dataOf(await save(before, { texts: { ru: { title: 'Позже' } } }));
    const discard = (seen: string) => kira.call(discardPostDraft, { slug: 'away', seen, reason: 'not needed' });
    expect(refusalOf(await discard(before.draft?.changed_at ?? ''))).toBe('draft_moved_on');
    expect(refusalOf(await discard(after.draft?.changed_at ?? ''))).toBe('done');
    expect(refusalOf(await discard(after.draft?.changed_at ?? ''))).toBe('done');
    expect(refusalOf(await save(after, russian))).toBe('draft_moved_on');
    expect(refusalOf(await kira.call(getConsolePost, { slug: 'away' }))).toBe('not_found');
    expect((await log()).filter(({ subject }) => subject === 'post:away')).toHaveLength(1);
  });
});

describe('the preview', () => {
  const preview = async (markdown: string) => dataOf(await kira.call(previewPost, { markdown }));

  test('is the HTML of the feed', async () => {
    const markdown = '# Заголовок\n\nТекст со [ссылкой](https://x.example) и *словом*.\n\n- один\n';
    const read = readPostFile(postFile('same', clock.now(), { bodies: { ru: markdown } }));
    const { html, wrong } = await preview(markdown);
    expect(read).toMatchObject({ post: { texts: [{ html }] } });
    expect(wrong).toEqual([]);
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt&#58;alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](//evil.example)',
    '[x](http://evil.example)',
    '[x](https://user@evil.example)',
    '<javascript:alert(1)>',
    '![x](https://evil.example/spy.gif)',
    '![x](javascript:alert(1))',
    '[![x](https://evil.example/spy.gif)](vbscript:x)',
    '[x]: javascript:alert(1)\n\n[x]',
  ])('leaves out what the feed refuses: %s', async (markdown) => {
    const { html, wrong } = await preview(markdown);
    expect(wrong.length).toBeGreaterThan(0);
    expect(html).not.toMatch(/href|src=|<img|<script/i);
  });

  test.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '`<b>`', '<a href="https://x">y</a>'])(
    'shows markup as text: %s',
    async (markdown) => expect((await preview(markdown)).html).not.toMatch(/<(script|img|b|a)\b/),
  );
});

describe('the list', () => {
  test('goes on behind its last row by either order, each post once', async () => {
    for (let index = 0; index < 5; index += 1) await press.publish(`row-${index}`);
    for (const sort of ['published_at', '-published_at', 'slug', '-slug'] as const) {
      const slugs: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list({ search: 'row-', sort, limit: '2', cursor });
        slugs.push(...page.items.map(({ slug }) => slug));
        cursor = page.next;
      }
      expect(slugs).toHaveLength(5);
      expect(new Set(slugs).size).toBe(5);
    }
    expect(refusalOf(await kira.call(listConsolePosts, { cursor: 'x' }))).toBe('invalid');
  });

  test('finds drafts, and what is to come', async () => {
    await press.publish('later', { published: new Date(clock.now().getTime() + 60_000) });
    expect((await list({ state: 'scheduled' })).items).toMatchObject([{ slug: 'later', state: 'scheduled' }]);
    for (const slug of ['one', 'other']) await begin(slug);
    const drafts = await list({ state: 'draft', limit: '1' });
    expect(drafts.items).toMatchObject([{ has_draft: true }]);
    expect((await list({ state: 'draft', cursor: drafts.next ?? '' })).items[0]?.slug).not.toBe(drafts.items[0]?.slug);
  });
});

test('only those who write posts may see or change them', async () => {
  const { fields } = await begin('theirs');
  const refused = await Promise.all([
    sam.call(listConsolePosts, {}),
    sam.call(getConsolePost, { slug: 'theirs' }),
    sam.call(beginPost, { slug: 'mine', kind: 'news' }),
    sam.call(savePostDraft, { slug: 'theirs', seen: '', ...fields }),
    sam.call(discardPostDraft, { slug: 'theirs', seen: '', reason: 'x' }),
    sam.call(publishPostDraft, { slug: 'theirs', shown: 'x', reason: 'x' }),
    sam.call(withdrawConsolePost, { slug: 'out', reason: 'x' }),
    sam.call(pinConsolePost, { slug: 'out', pin: 'on', reason: 'x' }),
    sam.call(previewPost, { markdown: 'x' }),
  ]);
  expect(refused.map(refusalOf)).toEqual(refused.map(() => 'not_able'));
  expect(await services.db.select().from(postDrafts).where(eq(postDrafts.slug, 'mine'))).toEqual([]);
  expect(await services.db.select().from(posts).where(eq(posts.slug, 'mine'))).toEqual([]);
});
