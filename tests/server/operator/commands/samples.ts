import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { REQUIRED_DOCUMENTS } from '#domain/legal.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

type Operator = (...words: string[]) => Promise<{ code: number | null; said: string }>;

/** Publishes the required legal documents as docs/first-members.md says. */
export async function publishSamples(operator: Operator): Promise<void> {
  const folder = await temporaryFolder('atrium-legal');
  for (const document of REQUIRED_DOCUMENTS) {
    const file = join(folder, `${document}.md`);
    expect(await operator('legal', 'template', document, file)).toMatchObject({ code: 0 });
    const published = await operator('legal', 'publish', file, '--why', 'before opening');
    expect(published).toMatchObject({ code: 0, said: expect.stringContaining(`of ${document} is published in`) });
  }
  await rm(folder, { recursive: true });
}
