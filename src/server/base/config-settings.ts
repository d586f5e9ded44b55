import { z } from 'zod';
import { NODE_ID_PATTERN } from '#domain/destination.ts';
import {
  addresses,
  contacts,
  database,
  encryptedAddress,
  mailServer,
  money,
  oneOf,
  pattern,
  sender,
  text,
  timeZone,
  trueOrFalse,
  webAddress,
  wholeNumber,
} from './config-parsers.ts';
import { alerts, announcements } from './config-console.ts';
import { seals } from './config-seals.ts';
import { optional, setting, type Settings } from './config-setting.ts';
import { LOG_LEVELS } from './log.ts';
import { nodeSecrets, peppers, secrets } from './secret-settings.ts';

export const site = {
  nodeEnv: optional('NODE_ENV', text, 'With production, React is the quick one, and DEMO is false unless it is set.'),
  demo: optional(
    'DEMO',
    trueOrFalse,
    'With true, made-up people, a mailbox and a simulator may stand in; with false, the app starts only with all that production requires.',
  ),
  port: setting('PORT', '4321', wholeNumber(65535), 'Port to listen at.'),
  host: setting('HOST', '127.0.0.1', text, 'Address to listen at.'),
  webProcesses: optional(
    'WEB_PROCESSES',
    wholeNumber(64, 1),
    'Processes that share the port; if empty, one for each core in production with DATABASE_URL and QPAYMENTS_URL, otherwise one.',
  ),
  runJobs: setting(
    'RUN_JOBS',
    'true',
    trueOrFalse.transform((word) => word === 'true'),
    'With false, this process leaves e-mails, payouts and sweeps to others: to npm run worker, or another copy.',
  ),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    '0',
    wholeNumber(600),
    'How long a stopping process still serves while /readyz says 503, so that the proxy in front sends nobody more.',
  ),
  publicOrigin: optional(
    'PUBLIC_ORIGIN',
    webAddress,
    'Scheme and host of every link that is sent out; if empty, http://localhost:PORT; https in production.',
    { required: 'in production' },
  ),
  cookiePrefix: optional(
    'COOKIE_PREFIX',
    trueOrFalse,
    'With true, cookies are named __Host-… and __Secure-…, so that no other host of the domain can set one; if empty, they are where PUBLIC_ORIGIN is https.',
  ),
  securityContacts: optional(
    'SECURITY_CONTACT',
    contacts,
    'Where to report a hole, by commas: an e-mail address, mailto:, tel: or https:; /.well-known/security.txt names it. If empty, SUPPORT_EMAIL is named; without either the file is not there.',
  ),
  securityPolicyUrl: optional(
    'SECURITY_POLICY_URL',
    encryptedAddress,
    'A page on how reports are handled, for /.well-known/security.txt.',
  ),
  securityTxtDays: setting(
    'SECURITY_TXT_DAYS',
    '180',
    wholeNumber(364, 1),
    'How long what /.well-known/security.txt says holds, from the day it is asked for.',
  ),
  brandFile: optional(
    'BRAND_FILE',
    text,
    'A file with the name, logo, colours, languages and labels of the site (docs/recipes/brand-the-site.md); what it says goes before PRODUCT_NAME, SUPPORT_CHAT_URL and SUPPORT_EMAIL.',
  ),
  productName: setting('PRODUCT_NAME', 'Atrium', text, 'Name of the product on pages and in e-mails.'),
  minimumAge: setting('MINIMUM_AGE', '18', wholeNumber(99, 1), 'Age that guests confirm when they sign up.'),
  timeZone: setting('TIME_ZONE', 'Europe/Moscow', timeZone, 'Time zone in which days begin and times are shown.'),
  trustedProxyHops: setting('TRUSTED_PROXY_HOPS', '0', wholeNumber(10), 'Proxies in front that write X-Forwarded-For.'),
  apiUrl: optional('API_URL', webAddress, 'Another Atrium from whose API pages are rendered, instead of a database.'),
  apiDocs: optional(
    'API_DOCS',
    trueOrFalse,
    'With true, /api/docs describes the API; if empty, it does so outside of production.',
  ),

  databaseUrl: optional('DATABASE_URL', database, 'PostgreSQL 15 or later; if empty, a private server in DATA_DIR.', {
    secret: true,
  }),
  databaseReplicaUrl: optional(
    'DATABASE_REPLICA_URL',
    database,
    'A streaming replica of DATABASE_URL, for reads that may be a moment old; if empty, all is read from the primary.',
    { secret: true },
  ),
  dataDir: setting('DATA_DIR', '.data', text, 'Folder of the private server, and of the secrets made for the demo.'),
  pgDump: setting(
    'PG_DUMP',
    'pg_dump',
    text,
    'Program that writes backups in PostgreSQL’s custom format, if it is there.',
  ),
  pgRestore: setting('PG_RESTORE', 'pg_restore', text, 'Program that reads such backups.'),
  sessionSecrets: optional(
    'SESSION_SECRET',
    secrets,
    '32 or more random characters, the same for every copy; several by commas: the first signs, each is accepted.',
    { required: 'in production without API_URL, or with DATABASE_URL', secret: true },
  ),
  pinPeppers: optional(
    'PIN_PEPPER',
    peppers,
    '32 or more random characters that protect PINs and the ledger, kept for ever; several as v2:…,v1:…: the first makes, each is accepted.',
    { required: 'in production without API_URL', secret: true },
  ),
  retiredPeppers: optional(
    'PIN_PEPPER_RETIRED',
    peppers,
    'Former peppers, as v1:…, that PINs are not checked with any more, but what the ledger holds from their time.',
    { secret: true },
  ),
  quickHashes: setting(
    'QUICK_HASHES',
    'false',
    trueOrFalse.transform((word) => word === 'true'),
    'With true, passwords and PINs are hashed and bot checks solved in no time, which protects nothing: for tests alone; production refuses it.',
  ),
  operatorKeys: optional(
    'OPERATOR_KEY',
    secrets,
    '32 or more random characters that let a program post accruals; several by commas: each is accepted.',
    { secret: true },
  ),

  consoleOrigin: optional(
    'CONSOLE_ORIGIN',
    webAddress,
    'Scheme and host of the operator’s console; if empty, it is at /operator of PUBLIC_ORIGIN.',
  ),
  consoleAddresses: optional(
    'CONSOLE_ADDRESSES',
    addresses,
    'Addresses and ranges, by commas, that the console answers, such as 192.0.2.7,2001:db8::/32; if empty, all.',
  ),
  fourEyesMicros: setting(
    'FOUR_EYES_FROM',
    '1000',
    money,
    'From this amount on, in USDT, what one member of staff prepares another has to approve.',
  ),
  secondFactorRemovalHours: setting(
    'SECOND_FACTOR_REMOVAL_HOURS',
    '24',
    wholeNumber(720, 1),
    'How long a member can stop support from taking their second factor away.',
  ),

  smtpUrl: optional('SMTP_URL', mailServer, 'Mail server; if empty, e-mails stay in the mailbox at /dev/mail.', {
    required: 'in production without API_URL',
    secret: true,
  }),
  mailFrom: optional('MAIL_FROM', sender, 'Sender of e-mails; if empty, PRODUCT_NAME at no-reply@ the public host.'),
  qpaymentsUrl: optional('QPAYMENTS_URL', webAddress, 'QPayments of the member node; if empty, a simulator.', {
    required: 'in production without API_URL',
  }),
  qpaymentsSecrets: optional(
    'QPAYMENTS_SECRET',
    nodeSecrets,
    'Secrets shared with the node, by commas: the first asks it, each may sign.',
    { required: 'with QPAYMENTS_URL', secret: true },
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

export const observability = {
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    oneOf(LOG_LEVELS),
    'The least that the log tells: debug, info, warn, error, or silent.',
  ),
  metricsPort: optional(
    'METRICS_PORT',
    wholeNumber(65535, 1),
    'Port of /metrics for Prometheus; if empty, there is none.',
  ),
  metricsHost: setting('METRICS_HOST', '127.0.0.1', text, 'Address of /metrics; never one that visitors reach.'),
  otlpEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    webAddress,
    'Collector of OpenTelemetry that gets traces by OTLP over HTTP; if empty, there are none.',
  ),
};

export const support = {
  chatUrl: optional('SUPPORT_CHAT_URL', encryptedAddress, 'A chat with support, beside the form.'),
  email: optional(
    'SUPPORT_EMAIL',
    z.email({ error: 'is not an e-mail address' }),
    'An address of support, beside the form; answers to e-mails go there.',
  ),
};

export const withdrawals = {
  minimumMicros: setting('WITHDRAWAL_MINIMUM', '10', money, 'The smallest withdrawal, in USDT.'),
  feeMicros: setting('WITHDRAWAL_FEE', '0', money, 'What is kept of each withdrawal, in USDT.'),
  dailyLimitMicros: setting('WITHDRAWAL_DAILY_LIMIT', '5000', money, 'What a member may ask for in a day, in USDT.'),
  autoApproveMicros: setting('WITHDRAWAL_AUTO_APPROVE', '100', money, 'Up to this nobody has to approve, in USDT.'),
  nodeIdPattern: setting('QCHAIN_NODE_ID_PATTERN', NODE_ID_PATTERN, pattern, 'What a node ID of QChain looks like.'),
  explorerUrl: optional(
    'EXPLORER_URL',
    text.refine(
      (url) => url.startsWith('https://') && url.includes('{id}'),
      'is not an address that begins with https:// and has {id} in it',
    ),
    'Address of a payment in a block explorer, with {id} for the payment.',
  ),
};

export const purchases = {
  withdrawalDays: setting(
    'WITHDRAWAL_RIGHT_DAYS',
    '14',
    wholeNumber(365),
    'Days after the day on which a place opened in which its member may withdraw from the purchase; with 0 never. A purchase keeps the days of its time.',
  ),
};

/** In the order of `.env.example`. */
export const SETTINGS = [site, observability, support, withdrawals, purchases, seals, announcements, alerts].flatMap(
  (settings: Settings) => Object.values(settings),
);
