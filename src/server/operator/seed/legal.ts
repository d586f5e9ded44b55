import { LEGAL_DOCUMENTS } from '#domain/legal.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { legalSample, publishLegal, readLegalFile } from '#server/members/legal/index.ts';

export async function seedLegal(tx: Db, services: Pick<Services, 'clock'>): Promise<void> {
  for (const document of LEGAL_DOCUMENTS) {
    const read = readLegalFile(await legalSample(document));
    if ('wrong' in read) throw new Error(`${document}.md: ${tellFaults(read.wrong).join(' ')}`);
    const published = await publishLegal(tx, services, read.legal);
    if ('wrong' in published) throw new Error(`${document}.md: ${tellFaults(published.wrong).join(' ')}`);
  }
}
