import { z } from 'zod';
import { POST_CATEGORIES, POST_KINDS, type PostCategory, type PostKind, WEBINAR_MINUTES_MAX } from '#domain/feed.ts';
import type { Language } from '#domain/languages.ts';
import { SLUG_PATTERN } from '#domain/slug.ts';
import { faultCode, type FileFault } from '#server/base/file-faults.ts';
import { readFacts, titlesField, wordsField } from '#server/base/markdown/facts.ts';
import { type MarkdownText, readTexts } from '#server/base/markdown/texts.ts';

export type PostInFile = {
  slug: string;
  kind: PostKind;
  category: PostCategory;
  publishedAt: Date;
  isPinned: boolean;
  webinar: WebinarInFile | null;
  texts: MarkdownText[];
};

type WebinarInFile = {
  startsAt: Date;
  minutes: number;
  speaker: string;
  joinUrl: string | null;
  recordingUrl: string | null;
};

const time = z.iso.datetime({ offset: true, error: faultCode('time') });
const link = z.url({ protocol: /^https$/, error: faultCode('link') }).max(1_000);
const front = z
  .strictObject({
    slug: z.string().regex(SLUG_PATTERN, faultCode('slug')),
    kind: z.enum(POST_KINDS),
    category: z.enum(POST_CATEGORIES),
    published_at: time,
    pinned: z.boolean().default(false),
    titles: titlesField,
    webinar: z
      .strictObject({
        starts_at: time,
        minutes: z.int().min(1).max(WEBINAR_MINUTES_MAX),
        speaker: wordsField,
        join_url: link.nullable().default(null),
        recording_url: link.nullable().default(null),
      })
      .nullable()
      .default(null),
  })
  .superRefine(({ kind, webinar }, context) => {
    if ((kind === 'webinar') === (webinar !== null)) return;
    context.addIssue({ code: 'custom', path: ['webinar'], message: faultCode('webinar') });
  });

/** Facts, then one text per language below a line such as `--- de ---`. */
export function readPostFile(file: string, required?: Language): { post: PostInFile } | { wrong: FileFault[] } {
  const read = readFacts(file, front);
  if ('wrong' in read) return read;
  const texts = readTexts(read.rest, read.facts.titles, required);
  return 'wrong' in texts ? texts : { post: toPost(read.facts, texts.texts) };
}

function toPost({ slug, kind, category, ...facts }: z.output<typeof front>, texts: MarkdownText[]): PostInFile {
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
