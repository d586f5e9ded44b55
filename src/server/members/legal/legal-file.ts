import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Language } from '#domain/languages.ts';
import { LEGAL_DOCUMENTS, type LegalDocument } from '#domain/legal.ts';
import { faultCode, type FileFault } from '#server/base/file-faults.ts';
import { readFacts, titlesField, writeFacts } from '#server/base/markdown/facts.ts';
import { type MarkdownText, readTexts } from '#server/base/markdown/texts.ts';

export type LegalFile = { document: LegalDocument; version: string; date: string; texts: MarkdownText[] };

type WrittenFile = Omit<LegalFile, 'texts'> & { texts: Omit<MarkdownText, 'excerpt'>[] };

const front = z.strictObject({
  document: z.enum(LEGAL_DOCUMENTS),
  // YAML reads 2027 as a number. It would read 1.10 as 1.1, so that must be in quotes.
  version: z.preprocess(
    (value) => (Number.isInteger(value) ? String(value) : value),
    z.string().regex(/^[\w.-]{1,32}$/, faultCode('version')),
  ),
  date: z.iso.date({ error: faultCode('date') }),
  titles: titlesField,
});

/** `expected`: the only document allowed. `required`: a language that it must have. */
type Demands = { expected?: LegalDocument; required?: Language };

/** Facts, then one text per language below a line such as `--- de ---`. */
export function readLegalFile(
  file: string,
  { expected, required }: Demands = {},
): { legal: LegalFile } | { wrong: FileFault[] } {
  const read = readFacts(file, front);
  if ('wrong' in read) return read;
  const { titles, ...facts } = read.facts;
  if (expected && facts.document !== expected) {
    return { wrong: [{ place: 'document', code: 'not_among', params: { values: expected } }] };
  }
  const texts = readTexts(read.rest, titles, required);
  return 'wrong' in texts ? texts : { legal: { ...facts, texts: texts.texts } };
}

/** The counterpart of `readLegalFile`. */
export function writeLegalFile({ document, version, date, texts }: WrittenFile): string {
  const titles = Object.fromEntries(texts.map(({ language, title }) => [language, title]));
  return writeFacts({ document, version, date, titles }, texts);
}

/** Same for the same words, whatever the layout of the file. */
export function legalHash({ document, version, date, texts }: LegalFile): Buffer {
  const words = texts.map(({ language, title, markdown }) => [language, title, markdown]);
  return createHash('sha256')
    .update(JSON.stringify([document, version, date, words]))
    .digest();
}
