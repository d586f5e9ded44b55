import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { NODE_ID_PATTERN } from '#domain/destination.ts';
import { parseMoney } from '#domain/money.ts';

const text = z.string();
const wholeNumber = (max: number, min = 0) => z.coerce.number().int().min(min).max(max);
const secret = text.min(32);
/** As Standard Webhooks writes one, it is base64 behind `whsec_`. */
const nodeSecret = secret.refine(
  (key) => !key.startsWith('whsec_') || /^[A-Za-z0-9+/]{32,}={0,2}$/.test(key.slice('whsec_'.length)),
  'is not base64 of 24 or more bytes behind whsec_',
);
const nodeSecrets = text
  .transform((list) => list.split(',').map((key) => key.trim()))
  .pipe(z.tuple([nodeSecret], nodeSecret));
const money = text
  .refine((amount) => parseMoney(amount) !== undefined, 'is not an amount like 10 or 10.50')
  .transform((amount) => parseMoney(amount) ?? 0n);
const pattern = text.refine((source) => isAccepted(() => new RegExp(source)), 'is not a regular expression');
/** node-postgres takes one host: which of several servers is the primary is for a name or a proxy that moves. */
const database = text.refine((url) => !/@[^/?]*,/.test(url), 'names several hosts; name one address that moves');
const timeZone = text.refine(
  (zone) => isAccepted(() => Intl.DateTimeFormat('en', { timeZone: zone })),
  'is not a time zone',
);

/** One environment variable: its name, what it is when it is not set, how it is read, and a sentence about it. */
const setting = <Parser extends z.ZodType>(name: string, preset: string, parser: Parser, about: string) => ({
  name,
  preset,
  parser,
  about,
});
const optional = <Parser extends z.ZodType>(name: string, parser: Parser, about: string) =>
  setting(name, '', parser.optional(), about);
type Settings = Record<string, ReturnType<typeof setting>>;

const site = {
  nodeEnv: optional('NODE_ENV', text, 'With production, React is the quick one, and DEMO is false unless it is set.'),
  demo: optional(
    'DEMO',
    z.enum(['true', 'false']),
    'With true, made-up people, a mailbox and a simulator may stand in; with false, the app starts only with all that production requires.',
  ),
  port: setting('PORT', '4321', wholeNumber(65535), 'Port to listen at.'),
  host: setting('HOST', '127.0.0.1', text, 'Address to listen at.'),
  webProcesses: optional(
    'WEB_PROCESSES',
    wholeNumber(64, 1),
    'Processes that share the port; if empty, one for each core in production with DATABASE_URL and QPAYMENTS_URL, otherwise one.',
  ),
  publicOrigin: optional(
    'PUBLIC_ORIGIN',
    z.url(),
    'Scheme and host of every link that is sent out; if empty, http://localhost:PORT; required in production.',
  ),
  productName: setting('PRODUCT_NAME', 'Atrium', text, 'Name of the product on pages and in e-mails.'),
  timeZone: setting('TIME_ZONE', 'Europe/Moscow', timeZone, 'Time zone in which days begin and times are shown.'),
  trustedProxyHops: setting('TRUSTED_PROXY_HOPS', '0', wholeNumber(10), 'Proxies in front that write X-Forwarded-For.'),
  apiUrl: optional('API_URL', z.url(), 'Another Atrium from whose API pages are rendered, instead of a database.'),

  databaseUrl: optional('DATABASE_URL', database, 'PostgreSQL 15 or later; if empty, a private server in DATA_DIR.'),
  databaseReplicaUrl: optional(
    'DATABASE_REPLICA_URL',
    database,
    'A streaming replica of DATABASE_URL, for reads that may be a moment old; if empty, all is read from the primary.',
  ),
  dataDir: setting('DATA_DIR', '.data', text, 'Folder of the private server, and of the secrets made for the demo.'),
  sessionSecret: optional(
    'SESSION_SECRET',
    secret,
    '32 or more random characters, the same for every copy; required in production and with DATABASE_URL.',
  ),
  pinPepper: optional(
    'PIN_PEPPER',
    secret,
    '32 or more random characters that protect PINs and the ledger, for ever; required in production without API_URL.',
  ),
  operatorKey: optional('OPERATOR_KEY', secret, '32 or more random characters that let a program post accruals.'),

  smtpUrl: optional(
    'SMTP_URL',
    z.url(),
    'Mail server; if empty, e-mails stay in the mailbox at /dev/mail; required in production without API_URL.',
  ),
  mailFrom: optional('MAIL_FROM', text, 'Sender of e-mails; if empty, PRODUCT_NAME at no-reply@ the public host.'),
  qpaymentsUrl: optional(
    'QPAYMENTS_URL',
    z.url({ protocol: /^https?$/ }),
    'QPayments of the member node; if empty, a simulator; required in production without API_URL.',
  ),
  qpaymentsSecrets: optional(
    'QPAYMENTS_SECRET',
    nodeSecrets,
    'Secrets shared with the node, by commas: the first asks it, each may sign; required with QPAYMENTS_URL.',
  ),
  simulatorPort: setting('SIMULATOR_PORT', '4322', wholeNumber(65535), 'Port of the simulator of the node.'),

  eventLoopLagMs: setting(
    'EVENT_LOOP_LAG_MS',
    '150',
    wholeNumber(3_600_000),
    'Delay of the event loop above which newcomers are answered 503.',
  ),
  maxInFlight: setting(
    'MAX_IN_FLIGHT',
    '18',
    wholeNumber(1_000_000),
    'Pages and reads at once; more are answered 503.',
  ),
  maxConnections: optional(
    'MAX_CONNECTIONS',
    wholeNumber(1_000_000, 1),
    'Connections at once; if empty, half the limit of open files and at most 10,000.',
  ),
  maxConnectionsPerAddress: setting(
    'MAX_CONNECTIONS_PER_ADDRESS',
    '200',
    wholeNumber(1_000_000),
    'Connections of one address at once, not counted behind trusted proxies.',
  ),
};

const support = {
  chatUrl: optional('SUPPORT_CHAT_URL', z.url({ protocol: /^https$/ }), 'A chat with support, beside the form.'),
  email: optional('SUPPORT_EMAIL', z.email(), 'An address of support, beside the form.'),
};

const withdrawals = {
  minimumMicros: setting('WITHDRAWAL_MINIMUM', '10', money, 'The smallest withdrawal, in USDT.'),
  feeMicros: setting('WITHDRAWAL_FEE', '0', money, 'What is kept of each withdrawal, in USDT.'),
  dailyLimitMicros: setting('WITHDRAWAL_DAILY_LIMIT', '5000', money, 'What a member may ask for in a day, in USDT.'),
  autoApproveMicros: setting('WITHDRAWAL_AUTO_APPROVE', '100', money, 'Up to this nobody has to approve, in USDT.'),
  nodeIdPattern: setting('QCHAIN_NODE_ID_PATTERN', NODE_ID_PATTERN, pattern, 'What a node ID of QChain looks like.'),
  explorerUrl: optional(
    'EXPLORER_URL',
    text.startsWith('https://').includes('{id}'),
    'Address of a payment in a block explorer, with {id} for the payment.',
  ),
};

/**
 * Every variable, as `.env.example` lists them.
 *
 * @internal exported for the tests
 */
export const SETTINGS = [site, support, withdrawals].flatMap((settings: Settings) => Object.values(settings));

export type Config = ReturnType<typeof readConfig>;

/** A wrong environment, told as one sentence. */
export class ConfigRefusal extends Error {}

/** The environment, read once. What is set to nothing is not set. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const read = { ...readAll(site, env), support: readAll(support, env), withdrawals: readAll(withdrawals, env) };
  const { apiUrl, qpaymentsUrl, qpaymentsSecrets } = read;
  const isProduction = read.demo ? read.demo === 'false' : read.nodeEnv === 'production';
  const isShared = apiUrl || (read.databaseUrl && qpaymentsUrl);
  const webProcesses = read.webProcesses ?? (isProduction && isShared ? availableParallelism() : 1);
  if (!read.sessionSecret && (isProduction || read.databaseUrl)) {
    throw new ConfigRefusal(
      'SESSION_SECRET must be set to 32 or more random characters in production and wherever DATABASE_URL is set, because every copy of the app must agree on it.',
    );
  }
  if (isProduction && !read.publicOrigin) throw new ConfigRefusal('PUBLIC_ORIGIN must be set in production.');
  if (isProduction && !read.smtpUrl && !apiUrl) {
    throw new ConfigRefusal('SMTP_URL must be set in production: without it nobody would get their activation link.');
  }
  if (isProduction && !apiUrl && (!read.pinPepper || !qpaymentsUrl || !qpaymentsSecrets)) {
    throw new ConfigRefusal(
      'PIN_PEPPER, QPAYMENTS_URL and QPAYMENTS_SECRET must be set in production: PINs and the ledger need the one, payments the others.',
    );
  }
  if (qpaymentsUrl && !qpaymentsSecrets) {
    throw new ConfigRefusal('QPAYMENTS_SECRET must be set with QPAYMENTS_URL: the node answers nobody without it.');
  }
  if (webProcesses > 1 && !isShared) {
    throw new ConfigRefusal(
      'WEB_PROCESSES above 1 needs DATABASE_URL and QPAYMENTS_URL: a private database and a simulator belong to one process.',
    );
  }
  if (read.withdrawals.feeMicros >= read.withdrawals.minimumMicros) {
    throw new ConfigRefusal('WITHDRAWAL_FEE must be below WITHDRAWAL_MINIMUM, or nothing would arrive.');
  }
  const { origin: publicOrigin, hostname } = new URL(read.publicOrigin ?? `http://localhost:${read.port}`);
  const mailFrom = read.mailFrom ?? `${read.productName} <no-reply@${hostname}>`;
  return { ...read, isProduction, webProcesses, publicOrigin, mailFrom };
}

type Values<Table extends Settings> = { [Key in keyof Table]: z.output<Table[Key]['parser']> };

function readAll<Table extends Settings>(settings: Table, env: NodeJS.ProcessEnv): Values<Table> {
  const values = Object.entries(settings).map(([key, one]) => [key, readOne(one, env)]);
  return Object.fromEntries(values) as Values<Table>;
}

function readOne({ name, preset, parser }: Settings[string], env: NodeJS.ProcessEnv): unknown {
  const { data, error } = parser.safeParse(env[name] || preset || undefined);
  if (error) throw new ConfigRefusal(`The environment variable ${name} is wrong: ${error.issues[0]?.message}.`);
  return data;
}

function isAccepted(make: () => unknown): boolean {
  try {
    return Boolean(make());
  } catch {
    return false;
  }
}
