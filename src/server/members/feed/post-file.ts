import { parse as parseYaml, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { POST_CATEGORIES, POST_KINDS, type PostCategory, type PostKind, WEBINAR_MINUTES_MAX } from '#domain/feed.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { SLUG_PATTERN } from '#domain/slug.ts';
import { faultCode, faultOfIssue, type FileFault } from '#server/base/file-faults.ts';
import { cleanText, type PostText, readTexts } from './post-texts.ts';

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

const TITLE_MAX = 160;

const time = z.iso.datetime({ offset: true, error: faultCode('time') });
const link = z.url({ protocol: /^https$/, error: faultCode('link') }).max(1_000);
const words = z
  .string()
  .transform((text) => cleanText(text).replaceAll(/\s+/g, ' '))
  .pipe(z.string().min(1).max(TITLE_MAX));

const front = z
  .strictObject({
    slug: z.string().regex(SLUG_PATTERN, faultCode('slug')),
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
    context.addIssue({ code: 'custom', path: ['webinar'], message: faultCode('webinar') });
  });

/** YAML between two `---` lines, then one text per language below a line such as `--- de ---`. */
export function readPostFile(file: string): { post: PostInFile } | { wrong: FileFault[] } {
  const parts = partsOf(file);
  if (!parts) return { wrong: [{ code: 'no_facts' }] };
  const { facts, rest } = parts;
  let value: unknown;
  try {
    value = parseYaml(facts);
  } catch (error) {
    return { wrong: [faultOfYaml(error)] };
  }
  const parsed = front.safeParse(value);
  if (!parsed.success) {
    return { wrong: parsed.error.issues.map((one) => faultOfIssue(one, one.path.map(String).join('.'), value)) };
  }
  const texts = readTexts(rest, parsed.data.titles);
  return 'wrong' in texts ? texts : { post: toPost(parsed.data, texts.texts) };
}

export function partsOf(file: string): { facts: string; rest: string } | undefined {
  const [, facts, rest = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(cleanLines(file)) ?? [];
  return facts === undefined ? undefined : { facts, rest };
}

function cleanLines(file: string): string {
  return file.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
}

/** Counts lines in the whole file: the facts begin on line 2. */
function faultOfYaml(error: unknown): FileFault {
  const [at] = error instanceof YAMLParseError ? (error.linePos ?? []) : [];
  return { code: 'no_yaml', params: { line: (at?.line ?? 1) + 1, column: at?.col ?? 1 } };
}

function toPost({ slug, kind, category, ...facts }: z.output<typeof front>, texts: PostText[]): PostInFile {
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
