import { describe, expect, test } from 'vitest';
import { readPostFile } from '#server/members/feed/index.ts';
import { writeHtml } from '#server/base/markdown/texts.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import { postFile } from './press.ts';

const now = new Date('2026-11-20T12:00:00Z');
const fileOf = (ru: string, title = 'Заголовок') => postFile('post', now, { titles: { ru: title }, bodies: { ru } });

function written(ru: string, title?: string) {
  const read = readPostFile(fileOf(ru, title));
  if ('wrong' in read) throw new Error(JSON.stringify(read.wrong));
  return read.post.texts[0]!;
}

function wrongWith(file: string): string {
  const read = readPostFile(file);
  return 'wrong' in read ? tellFaults(read.wrong).join('\n') : 'nothing';
}

const filledWith =
  (word: string) =>
  (piece: string): [string, string, string] => [piece, piece.repeat(Math.floor(49_000 / piece.length)), word];

describe('what an author writes', () => {
  test('becomes plain HTML', () => {
    const { html } = written('# Раз\n\nДва **три** *четыре*\n\n- пять\n\n> шесть\n\n##### семь\n\n`восемь`');
    expect(html).toBe(
      '<h2>Раз</h2>\n<p>Два <strong>три</strong> <em>четыре</em></p>\n<ul>\n<li>пять</li>\n</ul>\n' +
        '<blockquote>\n<p>шесть</p>\n</blockquote>\n<h3>семь</h3>\n<p><code>восемь</code></p>',
    );
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="alert(1)">b</b>',
    '<style>*{display:none}</style>',
    '<iframe src="https://evil.example"></iframe>',
    '`<script>`',
    '```<script>\n</script>\n```',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('never becomes markup of its own: %s', (markdown) => {
    const { html } = written(markdown);
    expect(html).not.toMatch(/<(?!\/?(p|code|pre)\b)/);
    expect(html.match(/<[^>]*>/g)?.join('')).not.toMatch(/\son|src|style=/);
  });

  test.each([
    ['https://example.org/x?a=1&b=2', 'https://example.org/x?a=1&amp;b=2'],
    ['mailto:help@example.org', 'mailto:help@example.org'],
    ['/en/dashboard/finance', '/en/dashboard/finance'],
    ['/dashboard/team?line=1#members', '/dashboard/team?line=1#members'],
  ])('may link to %s', (address, href) => {
    expect(written(`[there](${address})`).html).toBe(`<p><a href="${href}" rel="noopener nofollow">there</a></p>`);
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '<javascript:alert(1)>',
    '[x][y]\n\n[y]: javascript:alert(1)',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](http://example.org)',
    '[x](//evil.example/en/dashboard/finance)',
    '[x](/\\evil.example)',
    '[x](https:evil.example)',
    '[x](https://user:word@evil.example)',
    '[x](dashboard/finance)',
    '[x](/en/nowhere)',
    '[x](#here)',
    '[x]()',
  ])('may not link as in %s', (markdown) => {
    expect(wrongWith(fileOf(markdown))).toMatch(/^--- ru ---: links to “.*”, which is not https/);
  });

  test('may not show pictures from elsewhere', () => {
    expect(wrongWith(fileOf('![x](https://evil.example/1.gif)'))).toMatch(/^--- ru ---: has the picture/);
  });

  test('loses the signs that can’t be seen, and keeps those that Hindi needs', () => {
    const { title, html, excerpt } = written(
      'a\u202Eb\u200Bc\uFEFFd &#x202E;e&#8203; \u2066f\u2069 क्\u200Dष',
      '\u202Eevil\u200B \u2067title\u0007\n',
    );
    expect(title).toBe('evil title');
    expect(excerpt).toBe('abcd e f क्\u200Dष');
    expect(html).toBe('<p>abcd e f क्\u200Dष</p>');
  });

  test('keeps markup in a title as the signs it is made of', () => {
    expect(written('x', '<script>alert(1)</script> & *x*').title).toBe('<script>alert(1)</script> & *x*');
  });
});

describe('the first words', () => {
  test('are without marks, and end between words', () => {
    const { excerpt } = written(
      `# Заголовок\n\nСлово **важно**, [ссылка](https://a.example)\nи ещё. ${'мало '.repeat(60)}`,
    );
    expect(excerpt).toMatch(/^Слово важно, ссылка и ещё\. мало .*мало…$/);
    expect(excerpt.length).toBeLessThanOrEqual(181);
  });

  test('are cut somewhere when there is no end, and never through a letter', () => {
    const { excerpt } = written('😀'.repeat(200));
    expect(excerpt).toBe(`${'😀'.repeat(90)}…`);
    expect(written(`x${'😀'.repeat(200)}`).excerpt.isWellFormed()).toBe(true);
  });
});

describe('a file is refused whole', () => {
  const webinar = { starts_at: '2026-12-01T19:00:00+03:00', minutes: 60, speaker: 'Роман' };
  const facts = { slug: 'x', kind: 'news', category: 'other', published_at: now.toISOString(), titles: { ru: 'x' } };
  const file = (change: Record<string, unknown>, body = '--- ru ---\nx') =>
    `---\n${JSON.stringify({ ...facts, ...change })}\n---\n${body}`;

  test('unless there is nothing wrong with it', () => {
    expect(wrongWith(file({}))).toBe('nothing');
    expect(wrongWith(file({ kind: 'webinar', webinar }).replaceAll('\n', '\r\n'))).toBe('nothing');
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a slug with a slash', { slug: '../x' }, /^slug: must be lowercase letters/],
    ['a kind that is none', { kind: 'advert' }, /^kind: /],
    ['no time', { published_at: 'yesterday' }, /^published_at: must be a time such as/],
    ['no title', { titles: {} }, /^titles\.ru: is missing\.$/],
    ['an empty title', { titles: { ru: '\u200B ' } }, /^titles\.ru: /],
    ['a title that is too long', { titles: { ru: 'x'.repeat(161) } }, /^titles\.ru: /],
    ['a title in a language that is none', { titles: { ru: 'x', es: 'x' } }, /^titles/],
    ['a title without its text', { titles: { ru: 'x', de: 'x' } }, /^--- de ---: has no text\.$/],
    ['a field that is none', { colour: 'red' }, /^The file: has unknown fields: colour\.$/],
    ['news with a webinar', { webinar }, /^webinar: is required for webinars/],
    ['a webinar without its facts', { kind: 'webinar' }, /^webinar: is required for webinars/],
    ['a webinar of a day', { kind: 'webinar', webinar: { ...webinar, minutes: 1_440 } }, /^webinar\.minutes: /],
    [
      'a link that runs',
      { kind: 'webinar', webinar: { ...webinar, join_url: 'javascript:alert(1)' } },
      /^webinar\.join_url: must begin with https/,
    ],
  ])('when it has %s', (_, change, sentence) => expect(wrongWith(file(change))).toMatch(sentence));

  test.each<[string, string, RegExp]>([
    ['a text without its title', '--- ru ---\nx\n--- de ---\nx', /^titles\.de: is missing\.$/],
    ['a language that is none', '--- ru ---\nx\n--- es ---\nx', /^--- es ---: is not a known language\.$/],
    ['a language twice', '--- ru ---\nx\n--- ru ---\ny', /^--- ru ---: is a duplicate\.$/],
    ['words before any language', 'x\n--- ru ---\nx', /^Text before/],
    ['no Russian text', '--- de ---\nx', /--- ru ---: has no text\./],
    ['a book', `--- ru ---\n${'x'.repeat(50_001)}`, /must have at most 50000 characters/],
  ])('when there is %s', (_, body, sentence) => expect(wrongWith(file({}, body))).toMatch(sentence));

  /** Each input costs the library quadratic time, or nests without limit. */
  test.each<[string, string, string]>([
    ...['**a', '*a_b', 'a***', '~~a', '[', '[a](', '![', '![[]()', '[](/a)', '<', '<a:b>', 'a`', '\\\\['].map(
      filledWith('marks'),
    ),
    ...['[a1]: /b\n\n[a1]', '|*a|*b|\n|-|-|\n'].map(filledWith('marks|lines')),
    ...['- a\n', '1) a\n', '> a\n', '# a\n', '***\n', '```\n', '|a|b|\n|-|-|\n', 'a\r\n'].map(filledWith('lines')),
    ['quoted lines', `${'>'.repeat(90)}a\n${'b\n'.repeat(1_900)}`, 'deeply'],
    ['listed lines', `${'- '.repeat(90)}a\n${'b\n'.repeat(1_900)}`, 'deeply'],
    ['steps', Array.from({ length: 200 }, (__, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'), 'deeply'],
    ['arrows', '>'.repeat(50_000), 'deeply'],
  ])('when a text costs too much to render: %j', (_, text, word) => {
    expect(wrongWith(file({}, `--- ru ---\n${text}`))).toMatch(new RegExp(`^--- ru ---: .*(${word})`));
    expect(writeHtml(text)).toMatchObject({ html: '', excerpt: '' });
  });

  test('but not when it is long and rich', () => {
    const paragraph = 'Слово **важное**, [ссылка](/en/dashboard/team) и `код`.\n';
    const rich = `${`${paragraph.repeat(6)}\n`.repeat(60)}${'> - 1. '.repeat(3)}глубоко\n\n    ${'*'.repeat(9_000)}`;
    expect(wrongWith(file({}, `--- ru ---\n${rich}`))).toBe('nothing');
  });

  test('when its facts can’t be read', () => {
    expect(wrongWith('hello')).toMatch(/must begin with facts/);
    expect(wrongWith('---\na: [\n---\n')).toMatch(/^Invalid YAML at line \d, column \d+\.$/);
    expect(wrongWith('---\nslug: a\nslug: b\n---\n')).toMatch(/^Invalid YAML at line \d, column \d+\.$/);
    expect(wrongWith(`---\na: &a [x]\n${'b: &b [*a]\n'.repeat(2)}---\n`)).toMatch(
      /^Invalid YAML at line \d, column \d+\.$/,
    );
    expect(wrongWith('---\n- x\n---\n')).toMatch(/^The file: must have fields/);
  });

  test('and everything that is wrong is told at once', () => {
    const both = wrongWith(file({}, '--- ru ---\n[x](javascript:x) ![y](https://a.example)\n--- es ---\nx'));
    expect(both.split('\n')).toHaveLength(3);
  });
});
