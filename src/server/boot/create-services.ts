import { type App, createApp } from '#server/app.ts';
import { answerLinkRequest } from '#server/auth/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { makeExport, sweepExports } from '#server/data/index.ts';
import { connect } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startEngine } from '#server/engine/index.ts';
import { createEvents, type Events, hearDatabase } from '#server/events/index.ts';
import { payOut, sweepPayouts } from '#server/finance/index.ts';
import type { House } from '#server/services.ts';
import { runJobs } from '#server/jobs/run-jobs.ts';
import { sweepExpired } from '#server/jobs/sweep-expired.ts';
import type { Tasks } from '#server/jobs/add-job.ts';
import { sealLedgerAndTell } from '#server/ledger/index.ts';
import type { Log } from '#server/log.ts';
import { mailboxPostman, type Postman, sendMail, smtpPostman, sweepMails } from '#server/mail/index.ts';
import { nodeAddress, openNode, startSimulator, webhookUrl } from '#server/node/index.ts';
import { sweepNotices } from '#server/notices/index.ts';
import { expirePlaces } from '#server/places/index.ts';
import { demoSecret, deriveSecrets } from '#server/secrets.ts';
import { followTransaction, sweepTransactions } from '#server/transactions/index.ts';

export type OpenHouse = { house: House; app: App; events: Events; close(): Promise<void> };

/** The database, the node, the API on them and the jobs, brought up in this order and down in the opposite one. */
export async function openHouse(config: Config, log: Log, clock: Clock): Promise<OpenHouse> {
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of opened.splice(0).toReversed()) await closeOne();
  };
  try {
    const engine = config.databaseUrl ? undefined : await startEngine({ dataDir: config.dataDir });
    if (engine) opened.push(() => engine.stop());
    const databaseUrl = config.databaseUrl ?? engine?.databaseUrl ?? '';
    await migrateDatabase(databaseUrl);
    const database = connect(databaseUrl);
    opened.push(() => database.close());
    const secrets = deriveSecrets(config.sessionSecret ?? (await demoSecret(config.dataDir)), config.pinPepper);
    const address = nodeAddress(config, secrets);
    if (!config.qpaymentsUrl) {
      const { simulatorPort: port, dataDir } = config;
      const simulator = await startSimulator({ port, secret: address.secret, dataDir, webhookUrl: webhookUrl(config) });
      opened.push(() => simulator.stop());
    }
    const node = openNode(address);
    const house: House = { ...database, clock, config, secrets, log, node };
    const postman = config.smtpUrl ? smtpPostman(config.smtpUrl, config) : mailboxPostman(house.db, house.clock);
    const events = createEvents(house);
    const hearing = await hearDatabase(databaseUrl, events, log);
    opened.push(() => hearing.stop());
    const jobs = await runJobs(database.pool, tasksOf(house, postman), log);
    opened.push(async () => {
      node.close();
      await jobs.stop();
    });
    return { house, app: createApp(house, events), events, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * What each job does.
 *
 * @internal exported for the tests
 */
export function tasksOf(house: House, postman: Postman): Tasks {
  return {
    'send-mail': (payload) => sendMail(house, postman, payload),
    'sweep-mails': () => sweepMails(house),
    'request-link': (payload) => answerLinkRequest(house, payload),
    'pay-out': (payload) => payOut(house, payload),
    'sweep-payouts': () => sweepPayouts(house),
    'follow-transaction': (payload) => followTransaction(house, payload),
    'sweep-transactions': () => sweepTransactions(house),
    'expire-places': () => expirePlaces(house),
    'prepare-export': (payload, stopping) => makeExport(house, payload, stopping),
    'sweep-exports': () => sweepExports(house),
    'sweep-expired': async () => {
      await sweepExpired(house);
      await sweepNotices(house);
    },
    'seal-ledger': () => sealLedgerAndTell(house),
  };
}
