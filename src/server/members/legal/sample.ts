import { readFile } from 'node:fs/promises';
import type { LegalDocument } from '#domain/legal.ts';

/** The file of a document with a sample text in each language. */
export function legalSample(document: LegalDocument): Promise<string> {
  return readFile(new URL(`./samples/${document}.md`, import.meta.url), 'utf8');
}
