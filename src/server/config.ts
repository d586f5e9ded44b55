import { z } from 'zod';
import { NODE_ID_PATTERN } from '#domain/destination.ts';
import { parseMoney } from '#domain/money.ts';

const wholeNumber = (fallback: number, max: number) => z.coerce.number().int().min(0).max(max).default(fallback);
const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);
const address = z.preprocess(emptyIsUnset, z.url().optional());
const words = z.preprocess(emptyIsUnset, z.string().optional());
const secret = z.preprocess(emptyIsUnset, z.string().min(32).optional());
/** As Standard Webhooks writes one, it is base64 behind `whsec_`. */
const nodeSecret = z
  .string()
  .min(32)
  .refine(
    (text) => !text.startsWith('whsec_') || /^[A-Za-z0-9+/]{32,}={0,2}$/.test(text.slice('whsec_'.length)),
    'is not base64 of 24 or more bytes behind whsec_',
  );
const money = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine((text) => parseMoney(text) !== undefined, 'is not an amount like 10 or 10.50')
    .transform((text) => parseMoney(text) ?? 0n);

const environment = z.object({
  NODE_ENV: words,
  PORT: wholeNumber(4321, 65535),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_ORIGIN: address,
  DATABASE_URL: words,
  DATA_DIR: z.string().default('.data'),
  API_URL: address,
  SMTP_URL: address,
  MAIL_FROM: words,
  SESSION_SECRET: secret,
  PIN_PEPPER: secret,
  OPERATOR_KEY: secret,
  QPAYMENTS_URL: z.preprocess(emptyIsUnset, z.url({ protocol: /^https?$/ }).optional()),
  QPAYMENTS_SECRET: z.preprocess(
    (value) =>
      value
        ? String(value)
            .split(',')
            .map((text) => text.trim())
        : undefined,
    z.tuple([nodeSecret], nodeSecret).optional(),
  ),
  SIMULATOR_PORT: wholeNumber(4322, 65535),
  WITHDRAWAL_MINIMUM: money('10'),
  WITHDRAWAL_FEE: money('0'),
  WITHDRAWAL_DAILY_LIMIT: money('5000'),
  WITHDRAWAL_AUTO_APPROVE: money('100'),
  QCHAIN_NODE_ID_PATTERN: z
    .string()
    .default(NODE_ID_PATTERN)
    .refine((pattern) => isPattern(pattern), 'is not a regular expression'),
  EXPLORER_URL: z.preprocess(emptyIsUnset, z.string().startsWith('https://').includes('{id}').optional()),
  SUPPORT_CHAT_URL: z.preprocess(emptyIsUnset, z.url({ protocol: /^https$/ }).optional()),
  SUPPORT_EMAIL: z.preprocess(emptyIsUnset, z.email().optional()),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10),
  EVENT_LOOP_LAG_MS: wholeNumber(150, 3_600_000),
  MAX_IN_FLIGHT: wholeNumber(18, 1_000_000),
  MAX_CONNECTIONS: z.preprocess(emptyIsUnset, z.coerce.number().int().min(1).max(1_000_000).optional()),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(200, 1_000_000),
  PRODUCT_NAME: z.string().default('Atrium'),
  TIME_ZONE: z
    .string()
    .default('Europe/Moscow')
    .refine((zone) => isTimeZone(zone), 'is not a time zone'),
});

export type Config = {
  isProduction: boolean;
  port: number;
  host: string;
  /** Scheme and host of every link that leaves the house; never taken from a request. */
  publicOrigin: string;
  databaseUrl: string | undefined;
  dataDir: string;
  apiUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  sessionSecret: string | undefined;
  /** Makes PINs and the ledger unforgeable for whoever only has the database; must outlive every session secret. */
  pinPepper: string | undefined;
  /** Lets a program of the operator post accruals; without it there is no such call. */
  operatorKey: string | undefined;
  /** The member node's QPayments service; the start command runs a simulator when it is not set. */
  qpaymentsUrl: string | undefined;
  /** The first asks it, any signs its webhooks; more than one while they are rotated. */
  qpaymentsSecrets: [string, ...string[]] | undefined;
  simulatorPort: number;
  withdrawals: WithdrawalTerms;
  /** Other ways to reach support than the form; without them there is only the form. */
  support: { chatUrl: string | undefined; email: string | undefined };
  trustedProxyHops: number;
  /** When everybody's turn comes so late, for some time, who comes now is turned away. */
  eventLoopLagMs: number;
  /** Who only looks is turned away while so many are being answered. */
  maxInFlight: number;
  /** Nothing: half of the files that the process may have open. */
  maxConnections: number | undefined;
  maxConnectionsPerAddress: number;
  productName: string;
  timeZone: string;
};

/** What is set about withdrawals and shown before anything is typed. */
type WithdrawalTerms = {
  minimumMicros: bigint;
  feeMicros: bigint;
  dailyLimitMicros: bigint;
  /** Up to this nobody has to look at it. */
  autoApproveMicros: bigint;
  nodeIdPattern: string;
  /** The address of a payment in a block explorer, `{id}` in place of the payment. */
  explorerUrl: string | undefined;
};

/** A wrong environment, told as one sentence. */
export class ConfigRefusal extends Error {}

/** The environment, read once. Production and shared databases must bring their own secret. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigRefusal(`The environment variable ${String(issue?.path[0])} is wrong: ${issue?.message}.`);
  }
  const read = parsed.data;
  const isProduction = read.NODE_ENV === 'production';
  if (!read.SESSION_SECRET && (isProduction || read.DATABASE_URL)) {
    throw new ConfigRefusal(
      'SESSION_SECRET must be set to 32 or more random characters in production and wherever DATABASE_URL is set, because every copy of the app must agree on it.',
    );
  }
  if (isProduction && !read.PUBLIC_ORIGIN) throw new ConfigRefusal('PUBLIC_ORIGIN must be set in production.');
  if (isProduction && !read.SMTP_URL && !read.API_URL) {
    throw new ConfigRefusal('SMTP_URL must be set in production: without it nobody would get their activation link.');
  }
  if (isProduction && !read.API_URL && (!read.PIN_PEPPER || !read.QPAYMENTS_URL || !read.QPAYMENTS_SECRET)) {
    throw new ConfigRefusal(
      'PIN_PEPPER, QPAYMENTS_URL and QPAYMENTS_SECRET must be set in production: PINs and the ledger need the one, payments the others.',
    );
  }
  if (read.QPAYMENTS_URL && !read.QPAYMENTS_SECRET) {
    throw new ConfigRefusal('QPAYMENTS_SECRET must be set with QPAYMENTS_URL: the node answers nobody without it.');
  }
  if (read.WITHDRAWAL_FEE >= read.WITHDRAWAL_MINIMUM) {
    throw new ConfigRefusal('WITHDRAWAL_FEE must be below WITHDRAWAL_MINIMUM, or nothing would arrive.');
  }
  const publicOrigin = new URL(read.PUBLIC_ORIGIN ?? `http://localhost:${read.PORT}`).origin;
  return {
    isProduction,
    port: read.PORT,
    host: read.HOST,
    publicOrigin,
    databaseUrl: read.DATABASE_URL,
    dataDir: read.DATA_DIR,
    apiUrl: read.API_URL,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM ?? `${read.PRODUCT_NAME} <no-reply@${new URL(publicOrigin).hostname}>`,
    sessionSecret: read.SESSION_SECRET,
    pinPepper: read.PIN_PEPPER,
    operatorKey: read.OPERATOR_KEY,
    qpaymentsUrl: read.QPAYMENTS_URL,
    qpaymentsSecrets: read.QPAYMENTS_SECRET,
    simulatorPort: read.SIMULATOR_PORT,
    withdrawals: {
      minimumMicros: read.WITHDRAWAL_MINIMUM,
      feeMicros: read.WITHDRAWAL_FEE,
      dailyLimitMicros: read.WITHDRAWAL_DAILY_LIMIT,
      autoApproveMicros: read.WITHDRAWAL_AUTO_APPROVE,
      nodeIdPattern: read.QCHAIN_NODE_ID_PATTERN,
      explorerUrl: read.EXPLORER_URL,
    },
    support: { chatUrl: read.SUPPORT_CHAT_URL, email: read.SUPPORT_EMAIL },
    trustedProxyHops: read.TRUSTED_PROXY_HOPS,
    eventLoopLagMs: read.EVENT_LOOP_LAG_MS,
    maxInFlight: read.MAX_IN_FLIGHT,
    maxConnections: read.MAX_CONNECTIONS,
    maxConnectionsPerAddress: read.MAX_CONNECTIONS_PER_ADDRESS,
    productName: read.PRODUCT_NAME,
    timeZone: read.TIME_ZONE,
  };
}

function isPattern(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern));
  } catch {
    return false;
  }
}

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
