import { checkBackup, makeDatabase, type Notes, restoreBackup } from '#server/backup/index.ts';
import type { Config } from '#server/base/config.ts';
import { systemClock } from '#server/base/clock.ts';
import { connect } from '#server/db/connect.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import type { Secrets } from '#server/base/secrets.ts';
import type { DatabaseCommand, Orders, Outcome } from '#server/operator/cli/command.ts';
import { logCommand } from '#server/operator/cli/log-command.ts';
import { withProgress } from '#server/operator/cli/progress-bar.ts';
import { openSecrets } from '#server/base/secrets.ts';
import { withDatabase, withDatabaseAlone } from '#server/operator/cli/with-services.ts';
import { summaryOf } from './backup.ts';

export const restore: DatabaseCommand = {
  kind: 'databases',
  name: 'restore',
  usage: 'restore FILE [--into-new NAME]',
  about:
    'Fills an empty database from a backup, all or nothing, and verifies its ledger; --into-new makes a database NAME on the same server for it, beside the running site',
  async run(config, orders) {
    const [file] = orders.words;
    if (!file) return { refused: `Give the name of a backup: ${this.usage}` };
    const fill = await openBackup(config, file, orders);
    const name = orders.options['into-new'];
    if (name === undefined) return withDatabaseAlone(config, fill);
    return withDatabase(config, async (databaseUrl) => fill(await makeDatabase(databaseUrl, name)));
  },
};

/** Checks the file. The result fills a database and verifies its ledger. */
export async function openBackup(
  config: Config,
  file: string,
  orders: Orders,
): Promise<(databaseUrl: string) => Promise<Outcome>> {
  const { pgRestore } = config;
  const secrets = await openSecrets(config);
  const notes = await checkBackup(file, secrets);
  return async (databaseUrl) => {
    const { place, leftOut } = await withProgress((onShare) =>
      restoreBackup({ databaseUrl, file, notes, pgRestore, onShare }),
    );
    const leftOutNote =
      leftOut.length > 0 ? `, but for the tables ${leftOut.join(', ')}, which are none of Atrium’s` : '';
    const summary = `${place} holds the backup of ${notes.takenAt}, all ${summaryOf(notes.counts)}${leftOutNote}`;
    return verifyRestored({ databaseUrl, secrets, notes }, orders, summary);
  };
}

const STATEMENT_MS = 120_000;

type Restored = { databaseUrl: string; secrets: Secrets; notes: Notes };

async function verifyRestored(
  { databaseUrl, secrets, notes: { counts, lastSeal: keptSeal } }: Restored,
  orders: Orders,
  summary: string,
): Promise<Outcome> {
  const database = connect(databaseUrl, 2, { statement: STATEMENT_MS });
  const services = { ...database, clock: systemClock, secrets };
  try {
    const { findings, lastSeal } = await withProgress((onProgress) =>
      verifyLedger(services, { onProgress, keptSeal: keptSeal?.hash }),
    );
    const data = { counts, ledger_intact: findings.length === 0, last_seal: lastSeal?.hash.toString('hex') ?? null };
    await database.transaction((tx) => logCommand(tx, services, restore, orders, { words: summary }));
    if (findings.length > 0) {
      const first = `${findings[0]?.words} Run “ledger verify” for all of it.`;
      return { wrong: `${summary}, but its ledger is not intact: ${first}`, data };
    }
    const seal = lastSeal ? `\nThe last seal is ${lastSeal.number}: ${lastSeal.hash.toString('hex')}` : '';
    return { words: `${summary}, and its ledger is intact.${seal}`, data };
  } finally {
    await database.close();
  }
}
