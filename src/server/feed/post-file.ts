import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { POST_CATEGORIES, POST_KINDS, type PostCategory, type PostKind, WEBINAR_MINUTES_MAX } from '#domain/feed.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language, LANGUAGES } from '#domain/languages.ts';
import { cleanText } from './clean-text.ts';
import { writeHtml } from './write-html.ts';

/** A post in the words of the operator’s file, with its HTML made. */
export type PostInFile = {
  slug: string;
  kind: PostKind;
  category: PostCategory;
  publishedAt: Date;
  isPinned: boolean;
  webinar: WebinarInFile | null;
  texts: PostText[];
};

type WebinarInFile = {
  startsAt: Date;
  minutes: number;
  speaker: string;
  joinUrl: string | null;
  recordingUrl: string | null;
};

export type PostText = { language: Language; title: string; markdown: string; html: string; excerpt: string };

const MARKDOWN_MAX = 50_000;
const TITLE_MAX = 160;

const time = z.iso.datetime({ offset: true, error: 'is not a time like 2026-11-24T19:00:00+03:00' });
const link = z.url({ protocol: /^https$/, error: 'is not a link that begins with https://' }).max(1_000);
const words = z
  .string()
  .transform((text) => cleanText(text).replaceAll(/\s+/g, ' '))
  .pipe(z.string().min(1).max(TITLE_MAX));

const front = z
  .strictObject({
    slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'is not small letters, digits and hyphens'),
    kind: z.enum(POST_KINDS),
    category: z.enum(POST_CATEGORIES),
    published_at: time,
    pinned: z.boolean().default(false),
    titles: z.partialRecord(z.enum(LANGUAGES.map(({ segment }) => segment)), words),
    webinar: z
      .strictObject({
        starts_at: time,
        minutes: z.int().min(1).max(WEBINAR_MINUTES_MAX),
        speaker: words,
        join_url: link.nullable().default(null),
        recording_url: link.nullable().default(null),
      })
      .nullable()
      .default(null),
  })
  .superRefine(({ kind, webinar }, context) => {
    if ((kind === 'webinar') === (webinar !== null)) return;
    context.addIssue({ code: 'custom', path: ['webinar'], message: 'belongs to a webinar, and to nothing else' });
  });

/**
 * One Markdown file is one post: YAML between two lines `---`, then a text for each language below a line such as
 * `--- de ---`. What is wrong with it is told all at once.
 */
export function readPostFile(file: string): { post: PostInFile } | { wrong: string } {
  const parts = /^---\n(.*?)\n---\n(.*)$/s.exec(cleanLines(file));
  if (!parts) return { wrong: 'The file does not begin with facts between two lines of ---.' };
  const [, facts = '', rest = ''] = parts;
  let value: unknown;
  try {
    value = parseYaml(facts);
  } catch (error) {
    return { wrong: `The facts are no YAML: ${(error as Error).message.trim()}` };
  }
  const parsed = front.safeParse(value);
  if (!parsed.success) return { wrong: parsed.error.issues.map(({ path, message }) => told(path, message)).join('\n') };
  const texts = readTexts(rest, parsed.data.titles);
  return 'wrong' in texts ? texts : { post: inWords(parsed.data, texts.texts) };
}

function cleanLines(file: string): string {
  return file.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
}

function told(path: readonly PropertyKey[], message: string): string {
  return `${path.map(String).join('.') || 'The facts'}: ${message}.`;
}

const MARK = /^--- *(\S+) *---$/m;

function readTexts(rest: string, titles: Partial<Record<Language, string>>): { texts: PostText[] } | { wrong: string } {
  const [before = '', ...pieces] = rest.split(MARK);
  const wrong = before.trim() === '' ? [] : ['There are words before the first line like --- ru ---.'];
  const bodies = new Map<string, string>();
  for (let index = 0; index < pieces.length; index += 2) {
    const language = pieces[index] ?? '';
    if (!isLanguage(language)) wrong.push(`--- ${language} ---: there is no such language.`);
    if (bodies.has(language)) wrong.push(`--- ${language} ---: is there twice.`);
    bodies.set(language, cleanText(pieces[index + 1] ?? ''));
  }
  const texts: PostText[] = [];
  for (const { segment: language } of LANGUAGES) {
    const [title, markdown] = [titles[language], bodies.get(language)];
    if (title === undefined && markdown === undefined && language !== DEFAULT_LANGUAGE) continue;
    if (title === undefined) wrong.push(`titles.${language}: is missing.`);
    const written = writeHtml(markdown ?? '');
    if (!markdown) wrong.push(`--- ${language} ---: has no text.`);
    else if (markdown.length > MARKDOWN_MAX) wrong.push(`--- ${language} ---: is longer than ${MARKDOWN_MAX} signs.`);
    wrong.push(...written.faults.map((fault) => `--- ${language} ---: ${fault}.`));
    const { html, excerpt } = written;
    texts.push({ language, title: title ?? '', markdown: markdown ?? '', html, excerpt });
  }
  return wrong.length > 0 ? { wrong: wrong.join('\n') } : { texts };
}

function inWords({ slug, kind, category, ...facts }: z.output<typeof front>, texts: PostText[]): PostInFile {
  const { webinar } = facts;
  return {
    ...{ slug, kind, category, texts },
    publishedAt: new Date(facts.published_at),
    isPinned: facts.pinned,
    webinar: webinar && {
      startsAt: new Date(webinar.starts_at),
      minutes: webinar.minutes,
      speaker: webinar.speaker,
      joinUrl: webinar.join_url,
      recordingUrl: webinar.recording_url,
    },
  };
}
