import { parse as parseYaml, stringify as writeYaml, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { LANGUAGES } from '#domain/languages.ts';
import { faultOfIssue, type FileFault } from '#server/base/file-faults.ts';
import { cleanText } from './texts.ts';

const WORDS_MAX = 160;

/** One line. */
export const wordsField = z
  .string()
  .transform((text) => cleanText(text).replaceAll(/\s+/g, ' '))
  .pipe(z.string().min(1).max(WORDS_MAX));
export const titlesField = z.partialRecord(z.enum(LANGUAGES.map(({ segment }) => segment)), wordsField);

/** Reads the YAML between two `---` lines; `rest` follows it. */
export function readFacts<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): { facts: z.output<Schema>; rest: string } | { wrong: FileFault[] } {
  const parts = partsOf(file);
  if (!parts) return { wrong: [{ code: 'no_facts' }] };
  let value: unknown;
  try {
    value = parseYaml(parts.facts);
  } catch (error) {
    return { wrong: [faultOfYaml(error)] };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { facts: parsed.data, rest: parts.rest };
  return { wrong: parsed.error.issues.map((one) => faultOfIssue(one, one.path.map(String).join('.'), value)) };
}

/** The counterpart of `readFacts` and `readTexts`; texts without words are left out. */
export function writeFacts(facts: object, texts: readonly { language: string; markdown: string }[]): string {
  const bodies = texts
    .filter(({ markdown }) => markdown.trim() !== '')
    .map(({ language, markdown }) => `\n--- ${language} ---\n\n${markdown.trim()}\n`);
  return `---\n${writeYaml(facts, { lineWidth: 0 })}---\n${bodies.join('')}`;
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
