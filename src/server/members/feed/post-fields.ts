import { parse as parseYaml } from 'yaml';
import type { PostFields } from '#contracts/console/posts.ts';
import { POST_CATEGORIES, POST_KINDS, type PostKind } from '#domain/feed.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { localTimeOf, withOffset } from '#domain/local-time.ts';
import type { posts } from '#server/db/schema/index.ts';
import { partsOf, writeFacts } from '#server/base/markdown/facts.ts';
import { MARK, type MarkdownText, readBodies } from '#server/base/markdown/texts.ts';

export function emptyPostFields(kind: PostKind, at: Date, timeZone: string): PostFields {
  return {
    ...{ kind, category: kind === 'webinar' ? 'events' : 'other', pinned: false },
    published_at: localTimeOf(at, timeZone).slice(0, 16),
    webinar: { starts_at: '', minutes: kind === 'webinar' ? '60' : '', speaker: '', join_url: '', recording_url: '' },
    texts: LANGUAGES.map(({ segment: language }) => ({ language, title: '', markdown: '' })),
  };
}

/** Such a line would split the text. */
export function hasLanguageLine(markdown: string): boolean {
  return MARK.test(markdown.replaceAll(/\r\n?/g, '\n'));
}

export function writePostFile(slug: string, fields: PostFields, timeZone: string): string {
  const { kind, category, published_at: publishedAt, pinned, webinar, texts } = fields;
  const titles = texts.filter(({ title }) => title.trim() !== '').map(({ language, title }) => [language, title]);
  const facts = {
    ...{ slug, kind, category, published_at: withOffset(publishedAt, timeZone), pinned },
    titles: Object.fromEntries(titles) as Record<string, string>,
    ...(kind === 'webinar' && {
      webinar: {
        starts_at: withOffset(webinar.starts_at, timeZone),
        minutes: /^\d{1,9}$/.test(webinar.minutes) ? Number(webinar.minutes) : webinar.minutes,
        speaker: webinar.speaker,
        join_url: webinar.join_url.trim() || null,
        recording_url: webinar.recording_url.trim() || null,
      },
    }),
  };
  return writeFacts(facts, texts);
}

/** Reads as much as it can: a draft may be incomplete or wrong. */
export function readPostFields(file: string, timeZone: string): PostFields {
  const { facts = '', rest = '' } = partsOf(file) ?? {};
  const { kind, category, published_at: publishedAt, pinned, titles, webinar } = mapOf(yamlOf(facts));
  const webinarFacts = mapOf(webinar);
  const titleByLanguage = mapOf(titles);
  const { bodies } = readBodies(rest);
  return {
    kind: POST_KINDS.find((one) => one === kind) ?? 'news',
    category: POST_CATEGORIES.find((one) => one === category) ?? 'other',
    published_at: localOf(publishedAt, timeZone),
    pinned: pinned === true,
    webinar: {
      starts_at: localOf(webinarFacts['starts_at'], timeZone),
      minutes: textOf(webinarFacts['minutes']),
      speaker: textOf(webinarFacts['speaker']),
      join_url: textOf(webinarFacts['join_url']),
      recording_url: textOf(webinarFacts['recording_url']),
    },
    texts: LANGUAGES.map(({ segment: language }) => ({
      ...{ language, title: textOf(titleByLanguage[language]), markdown: bodies.get(language) ?? '' },
    })),
  };
}

export function fieldsOfPost(
  post: typeof posts.$inferSelect,
  texts: readonly MarkdownText[],
  timeZone: string,
): PostFields {
  return {
    kind: post.kind,
    category: post.category,
    published_at: localTimeOf(post.publishedAt, timeZone),
    pinned: post.pinnedAt !== null,
    webinar: {
      starts_at: post.startsAt ? localTimeOf(post.startsAt, timeZone) : '',
      minutes: textOf(post.minutes),
      speaker: textOf(post.speaker),
      join_url: textOf(post.joinUrl),
      recording_url: textOf(post.recordingUrl),
    },
    texts: LANGUAGES.map(({ segment: language }) => {
      const { title = '', markdown = '' } = texts.find((text) => text.language === language) ?? {};
      return { language, title, markdown };
    }),
  };
}

function yamlOf(facts: string): unknown {
  try {
    return parseYaml(facts);
  } catch {
    return undefined;
  }
}

function mapOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function localOf(value: unknown, timeZone: string): string {
  const text = textOf(value);
  const at = /^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : undefined;
  return at && !Number.isNaN(at.getTime()) ? localTimeOf(at, timeZone) : text;
}
