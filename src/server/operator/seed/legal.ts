import { readFile } from 'node:fs/promises';
import { LEGAL_DOCUMENTS, type LegalDocument } from '#domain/legal.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { publishLegal, readLegalFile } from '#server/members/legal/index.ts';

/** The file of a document with a sample text in each language. */
export function legalSample(document: LegalDocument): Promise<string> {
  return readFile(new URL(`./legal/${document}.md`, import.meta.url), 'utf8');
}

export async function seedLegal(tx: Db, services: Pick<Services, 'clock'>): Promise<void> {
  for (const document of LEGAL_DOCUMENTS) {
    const read = readLegalFile(await legalSample(document));
    if ('wrong' in read) throw new Error(`${document}.md: ${tellFaults(read.wrong).join(' ')}`);
    const published = await publishLegal(tx, services, read.legal);
    if ('wrong' in published) throw new Error(`${document}.md: ${tellFaults(published.wrong).join(' ')}`);
  }
}
