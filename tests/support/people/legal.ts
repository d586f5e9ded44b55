import type { LegalDocument } from '#domain/legal.ts';
import { legalSample, publishLegal, readLegalFile } from '#server/members/legal/index.ts';
import type { Services } from '#server/api/services.ts';

/** Publishes the sample as another version. */
export async function publishVersion(
  services: Pick<Services, 'transaction' | 'clock'>,
  document: LegalDocument,
  version: string,
): Promise<void> {
  const read = readLegalFile((await legalSample(document)).replace(/^version: .*$/m, `version: ${version}`));
  if ('wrong' in read) throw new Error(`${document}.md can’t be read.`);
  await services.transaction((tx) => publishLegal(tx, services, read.legal));
}
