import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { dropDatabase, makeDatabase, newestBackup } from '#server/backup/index.ts';
import { openSecrets } from '#server/base/secrets.ts';
import type { DatabaseCommand, Outcome } from '#server/operator/cli/command.ts';
import { withDatabase } from '#server/operator/cli/with-services.ts';
import { noteInLog } from './note-in-log.ts';
import { openBackup } from './restore.ts';

export const verifyBackup: DatabaseCommand = {
  kind: 'databases',
  name: 'backup verify',
  usage: 'backup verify FILE|FOLDER',
  about:
    'Restores a backup, of a folder the newest one, into a database made for it beside the running site, verifies its ledger, and drops the database again',
  async run(config, orders) {
    const [place] = orders.words;
    if (!place) return { refused: `Give the name of a backup: ${this.usage}` };
    const isFolder = (await stat(place).catch(() => undefined))?.isDirectory();
    const file = isFolder ? await newestBackup(place) : place;
    const fill = await openBackup(config, file, orders);
    const secrets = await openSecrets(config);
    const name = `atrium_drill_${randomBytes(4).toString('hex')}`;
    return withDatabase(config, async (databaseUrl) => {
      const outcome = await drill(databaseUrl, name, fill);
      if (!('words' in outcome)) return outcome;
      return noteInLog({ databaseUrl, secrets }, { command: verifyBackup, orders }, outcome, {
        subject: `backup:${basename(file)}`,
      });
    });
  },
};

async function drill(
  databaseUrl: string,
  name: string,
  fill: (databaseUrl: string) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await fill(await makeDatabase(databaseUrl, name));
  } finally {
    await dropDatabase(databaseUrl, name);
  }
}
