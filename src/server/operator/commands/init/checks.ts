import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Clock } from '#server/base/clock.ts';
import { newClient } from '#server/db/new-client.ts';
import { greetMailServer } from '#server/mail/index.ts';
import { greetNode } from '#server/node/index.ts';
import { unencryptedLine } from '#server/base/net/own-network.ts';
import type { Flag } from './questions.ts';

/** Without `flag` the check is about this machine. */
export type Check = { flag?: Flag; isRight: boolean; words: string };

type Checked = { databaseUrl: string; smtpUrl: string; nodeUrl: string; nodeSecret: string; dataDir: string };

/** Messages hold no password, and no check sends one unencrypted over an open network. */
export async function checkInstallation(checked: Checked, clock: Clock): Promise<Check[]> {
  const results = await Promise.all([
    checkDatabase(checked.databaseUrl, clock),
    checkMail(checked.smtpUrl),
    checkNode(checked.nodeUrl, checked.nodeSecret, clock),
    checkDisk(checked.dataDir),
  ]);
  return results.flat();
}

const LIMIT_MS = 5_000;
const OLDEST_POSTGRESQL = 150_000;

async function checkDatabase(databaseUrl: string, clock: Clock): Promise<Check[]> {
  const flag = 'database-url';
  const open = unencryptedLine({ databaseUrl });
  if (open) return [fail(flag, open)];
  const client = newClient({
    connectionString: databaseUrl,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{
      version: string;
      number: number;
      now: Date;
      can: boolean;
      encoding: string;
    }>(`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        clock_timestamp() as now, current_setting('server_encoding') as encoding,
        has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as can`);
    const [server] = rows;
    if (!server) throw new Error('it says nothing');
    const { version, number, can, encoding } = server;
    if (number < OLDEST_POSTGRESQL) return [fail(flag, `PostgreSQL is ${version}; 15 or later is needed.`)];
    if (encoding !== 'UTF8') return [fail(flag, `The database’s encoding is ${encoding}; UTF8 is needed.`)];
    if (!can) return [fail(flag, 'This user may not create schemas and tables in the database.')];
    return [pass(`PostgreSQL ${version} answers.`), clockCheck('the database', server.now, clock.now())];
  } catch (error) {
    return [fail(flag, `PostgreSQL does not answer: ${reasonOf(error)}.`)];
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkMail(smtpUrl: string): Promise<Check[]> {
  try {
    await greetMailServer(smtpUrl);
    return [pass(`The mail server ${new URL(smtpUrl).host} answers.`)];
  } catch (error) {
    return [fail('smtp-url', `The mail server ${new URL(smtpUrl).host} does not take us: ${reasonOf(error)}.`)];
  }
}

async function checkNode(url: string, secret: string, clock: Clock): Promise<Check[]> {
  const { host } = new URL(url);
  const open = unencryptedLine({ qpaymentsUrl: url });
  if (open) return [fail('node-url', open)];
  const answer = await greetNode({ url, secret: secret.split(',')[0]?.trim() ?? '' });
  if ('because' in answer) return [fail('node-url', `The node ${host} does not answer: ${answer.because}.`)];
  if (answer.status === 401 || answer.status === 403)
    return [fail('node-secret', `The node ${host} refuses the secret.`)];
  if (!answer.isNode) return [fail('node-url', `${host} answers ${answer.status}, not as a node would.`)];
  const clocks = answer.date ? [clockCheck('the node', answer.date, clock.now())] : [];
  return [pass(`The node ${host} answers.`), ...clocks];
}

const MAX_CLOCK_SECONDS = 10;

function clockCheck(whose: string, remoteTime: Date, ownTime: Date): Check {
  const seconds = Math.round(Math.abs(ownTime.getTime() - remoteTime.getTime()) / 1000);
  return seconds <= MAX_CLOCK_SECONDS
    ? pass(`The clock agrees with that of ${whose}.`)
    : { isRight: false, words: `The clock is ${seconds} s away from that of ${whose}: set both by NTP.` };
}

const LEAST_FREE_BYTES = 1024 ** 3;

async function checkDisk(dataDir: string): Promise<Check[]> {
  const folder = resolve(dataDir);
  const { bavail, bsize } = await statfsAbove(folder);
  const gigabytes = ((bavail * bsize) / 1024 ** 3).toFixed(1);
  return bavail * bsize >= LEAST_FREE_BYTES
    ? [pass(`${gigabytes} GB are free for ${folder}.`)]
    : [{ isRight: false, words: `Only ${gigabytes} GB are free for ${folder}; 1 GB is needed.` }];
}

async function statfsAbove(folder: string): Promise<{ bavail: number; bsize: number }> {
  try {
    return await statfs(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return statfsAbove(dirname(folder));
  }
}

const pass = (words: string): Check => ({ isRight: true, words });
const fail = (flag: Flag, words: string): Check => ({ flag, isRight: false, words });

/** An AggregateError has one error per address of the host and no message of its own. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (
    (first instanceof Error ? first.message : String(first)).split('\n')[0]?.slice(0, 200).replace(/\.$/, '') ?? ''
  );
}
