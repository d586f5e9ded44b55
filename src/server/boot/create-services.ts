import { type App, createApp } from '#server/http/calls/app.ts';
import { answerLinkRequest, carryOutRemoval } from '#server/members/auth/index.ts';
import { adoptOperatorLog, logAuditEnd } from '#server/audit/index.ts';
import { REQUIRED_DOCUMENTS } from '#domain/legal.ts';
import type { Clock } from '#server/base/clock.ts';
import { type Config, ConfigRefusal } from '#server/base/config.ts';
import { sendAlertMail, sendWebhook, sweepAlerts, tellStaff } from '#server/operator/alerts/index.ts';
import { doWork, sweepWork } from '#server/operator/console/index.ts';
import { makeExport, sweepExports } from '#server/members/data/index.ts';
import { connect } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openReplica } from '#server/db/replica.ts';
import { startEngine } from '#server/engine/index.ts';
import { createEvents, type Events, listenToDatabase } from '#server/members/events/index.ts';
import { payOut, sweepPayouts } from '#server/members/finance/index.ts';
import type { Services } from '#server/api/services.ts';
import { runJobs } from '#server/jobs/run-jobs.ts';
import { sweepExpired } from '#server/jobs/sweep-expired.ts';
import type { Tasks } from '#server/jobs/add-job.ts';
import { keepTotals, sealLedgerAndLog } from '#server/ledger/index.ts';
import type { Log } from '#server/base/log.ts';
import { mailboxMailer, type Mailer, sendMail, smtpMailer, sweepMails } from '#server/mail/index.ts';
import { nodeAddress, openNode, startSimulator, webhookUrl } from '#server/node/index.ts';
import { sendAnnouncement, sweepAnnouncements } from '#server/members/announcements/index.ts';
import { sweepNotices } from '#server/members/notices/index.ts';
import { missingDocuments } from '#server/members/legal/index.ts';
import { expirePlaces } from '#server/members/places/index.ts';
import { hasDemoPeople, migrateDemo } from '#server/operator/seed/index.ts';
import { openSecrets } from '#server/base/secrets.ts';
import { sendInvitation, sendStaffMail } from '#server/operator/staff/index.ts';
import { sealDays } from '#server/members/seals/index.ts';
import { reconcileTransaction, sweepTransactions } from '#server/members/transactions/index.ts';
import { countMonths } from '#server/members/transparency/index.ts';

export type Backend = {
  services: Services;
  databaseUrl: string;
  runJobs(): Promise<void>;
  /** Closers run in reverse order. */
  onClose(close: () => Promise<void>): void;
  close(): Promise<void>;
};
export type OpenServices = {
  services: Services;
  app: App;
  events: Events;
  databaseUrl: string;
  close(): Promise<void>;
};

/** Limit of a whole call, which may run several queries. A higher limit of event loop lag raises it. */
const ANSWER_MS = 5_000;

export function createServices(config: Config, log: Log, clock: Clock): Promise<OpenServices> {
  return withBackend(config, log, clock, async ({ services, databaseUrl, runJobs: startJobs, onClose, close }) => {
    if (config.isProduction) await requireLegalDocuments(services);
    const events = createEvents(services);
    const answerMs = Math.max(ANSWER_MS, config.eventLoopLagMs);
    const listener = await listenToDatabase(databaseUrl, events, log);
    onClose(() => listener.stop());
    if (config.runJobs) await startJobs();
    return { services, app: createApp(services, events, answerMs), events, databaseUrl, close };
  });
}

async function requireLegalDocuments({ db }: Services): Promise<void> {
  const missing = await missingDocuments(db, REQUIRED_DOCUMENTS);
  if (missing.length === 0) return;
  throw new ConfigRefusal(
    `Legal documents must be published in production: ${missing.join(', ')}. Use: legal publish FILE (docs/first-members.md).`,
  );
}

export async function withBackend<T>(
  config: Config,
  log: Log,
  clock: Clock,
  use: (backend: Backend) => Promise<T>,
): Promise<T> {
  const closers: (() => Promise<void>)[] = [];
  const onClose = (closeOne: () => Promise<void>) => void closers.push(closeOne);
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  try {
    const engine = config.databaseUrl ? undefined : await startEngine({ dataDir: config.dataDir });
    if (engine) onClose(() => engine.stop());
    const databaseUrl = config.databaseUrl ?? engine?.databaseUrl ?? '';
    await (engine && !config.isProduction ? migrateDemo : migrateDatabase)(databaseUrl, log);
    const database = connect(databaseUrl);
    onClose(() => database.close());
    const replica = config.databaseReplicaUrl
      ? openReplica(config.databaseReplicaUrl, { db: database.db, log })
      : undefined;
    if (replica) onClose(() => replica.close());
    if (config.isProduction && (await hasDemoPeople(database))) {
      throw new ConfigRefusal(
        'This database holds the people of the demo, who share one known password; production needs a database of its own: set DATABASE_URL to it, or DATA_DIR to an empty folder.',
      );
    }
    const secrets = await openSecrets(config);
    const address = nodeAddress(config, secrets);
    if (!config.qpaymentsUrl) {
      const { simulatorPort: port, dataDir } = config;
      const simulator = await startSimulator({ port, secret: address.secret, dataDir, webhookUrl: webhookUrl(config) });
      onClose(() => simulator.stop());
    }
    const node = openNode(address);
    onClose(async () => node.close());
    const services: Services = { ...database, replica, clock, config, secrets, log, node };
    const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl, config) : mailboxMailer(services.db, services.clock);
    const startJobs = async () => {
      const jobs = await runJobs(database.pool, tasksOf(services, mailer), log);
      onClose(async () => {
        // Close the node first, so that no job waits for its response.
        node.close();
        await jobs.stop();
      });
    };
    return await use({ services, databaseUrl, runJobs: startJobs, onClose, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** @internal exported for the tests */
export function tasksOf(services: Services, mailer: Mailer): Tasks {
  return {
    'send-mail': (payload) => sendMail(services, mailer, payload),
    'sweep-mails': () => sweepMails(services),
    'request-link': (payload) => answerLinkRequest(services, payload),
    'remove-second-factor': (payload) => carryOutRemoval(services, payload),
    'pay-out': (payload) => payOut(services, payload),
    'sweep-payouts': () => sweepPayouts(services),
    'follow-transaction': (payload) => reconcileTransaction(services, payload),
    'sweep-transactions': () => sweepTransactions(services),
    'expire-places': () => expirePlaces(services),
    'prepare-export': (payload, stopping) => makeExport(services, payload, stopping),
    'sweep-exports': () => sweepExports(services),
    'sweep-expired': async () => {
      await sweepExpired(services);
      await sweepNotices(services);
      await sweepAlerts(services);
    },
    'seal-ledger': async () => {
      await sealLedgerAndLog(services);
      await keepTotals(services);
      await adoptOperatorLog(services);
      await logAuditEnd(services);
    },
    'count-months': () => countMonths(services),
    'seal-days': () => sealDays(services),
    'invite-staff': (payload) => sendInvitation(services, mailer, payload),
    'mail-staff': (payload) => sendStaffMail(services, mailer, payload),
    'tell-staff': () => tellStaff(services),
    'mail-alert': (payload) => sendAlertMail(services, mailer, payload),
    'send-webhook': (payload, stopping) => sendWebhook(services, payload, stopping),
    'staff-work': (payload, stopping) => doWork(services, payload, stopping),
    'sweep-work': () => sweepWork(services),
    'send-announcement': (payload, stopping) => sendAnnouncement(services, payload, { stopping }),
    'sweep-announcements': () => sweepAnnouncements(services),
  };
}
