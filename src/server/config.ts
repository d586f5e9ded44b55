import { z } from 'zod';

const wholeNumber = (fallback: number, max: number) => z.coerce.number().int().min(0).max(max).default(fallback);
const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);
const address = z.preprocess(emptyIsUnset, z.url().optional());
const words = z.preprocess(emptyIsUnset, z.string().optional());

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
  SESSION_SECRET: z.preprocess(emptyIsUnset, z.string().min(32).optional()),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10),
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
  trustedProxyHops: number;
  productName: string;
  timeZone: string;
};

/** A wrong environment, told as one sentence. */
export class ConfigRefusal extends Error {}

/** The environment, read once. Production and shared databases must bring their own secret. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigRefusal(`The environment variable ${issue?.path.join('.')} is wrong: ${issue?.message}.`);
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
    trustedProxyHops: read.TRUSTED_PROXY_HOPS,
    productName: read.PRODUCT_NAME,
    timeZone: read.TIME_ZONE,
  };
}

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
