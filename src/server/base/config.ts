import { availableParallelism } from 'node:os';
import type { z } from 'zod';
import { ALL_LANGUAGES, languageOfLocale, offeredLanguage } from '#domain/languages.ts';
import type { WeekStart } from '#domain/week-start.ts';
import { type Brand, readBrandFile } from './brand/brand-file.ts';
import { alerts, announcements } from './config-console.ts';
import { seals } from './config-seals.ts';
import type { Settings } from './config-setting.ts';
import { observability, purchases, site, support, withdrawals } from './config-settings.ts';
import { tellFaults } from './file-faults.ts';
import { HASH_COSTS, QUICK_HASH_COSTS } from './hash-costs.ts';
import { unencryptedLine } from './net/own-network.ts';
import { type ChosenSecret, presetPassword, readSecret, weakness } from './secret-settings.ts';

export type Config = ReturnType<typeof readConfig>;

export class ConfigRefusal extends Error {}

/** Empty variables count as unset. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const values = withBrand({
    ...readAll(site, env),
    ...readAll(observability, env),
    support: readAll(support, env),
    withdrawals: readAll(withdrawals, env),
    purchases: readAll(purchases, env),
    seals: readAll(seals, env),
    alerts: readAll(alerts, env),
    announcements: readAll(announcements, env),
  });
  const { apiUrl, qpaymentsUrl, qpaymentsSecrets, pinPeppers } = values;
  const isProduction = values.demo ? values.demo === 'false' : values.nodeEnv === 'production';
  const isShared = apiUrl || (values.databaseUrl && qpaymentsUrl);
  const webProcesses = values.webProcesses ?? (isProduction && isShared ? availableParallelism() : 1);
  if (!values.sessionSecrets && (values.databaseUrl || (isProduction && !apiUrl))) {
    throw new ConfigRefusal(
      'SESSION_SECRET must be set to 32 or more random characters in production and wherever DATABASE_URL is set, because every copy of the app must agree on it.',
    );
  }
  if (isProduction && !values.publicOrigin) throw new ConfigRefusal('PUBLIC_ORIGIN must be set in production.');
  if (isProduction && !values.smtpUrl && !apiUrl) {
    throw new ConfigRefusal('SMTP_URL must be set in production: without it nobody would get their activation link.');
  }
  if (isProduction && !apiUrl && (!pinPeppers || !qpaymentsUrl || !qpaymentsSecrets)) {
    throw new ConfigRefusal(
      'PIN_PEPPER, QPAYMENTS_URL and QPAYMENTS_SECRET must be set in production: PINs and the ledger need the one, payments the others.',
    );
  }
  if (qpaymentsUrl && !qpaymentsSecrets) {
    throw new ConfigRefusal('QPAYMENTS_SECRET must be set with QPAYMENTS_URL: the node answers nobody without it.');
  }
  if (Boolean(values.alerts.webhookUrl) !== Boolean(values.alerts.webhookSecrets)) {
    throw new ConfigRefusal(
      'STAFF_WEBHOOK_URL and STAFF_WEBHOOK_SECRET must be set together: without a signature a receiver could be told anything by anyone.',
    );
  }
  if (webProcesses > 1 && !isShared) {
    throw new ConfigRefusal(
      'WEB_PROCESSES above 1 needs DATABASE_URL and QPAYMENTS_URL: a private database and a simulator belong to one process.',
    );
  }
  if (!values.runJobs && !values.databaseUrl && !apiUrl) {
    throw new ConfigRefusal('RUN_JOBS=false needs DATABASE_URL: nobody else can do the jobs of a private database.');
  }
  if (values.withdrawals.feeMicros >= values.withdrawals.minimumMicros) {
    throw new ConfigRefusal('WITHDRAWAL_FEE must be below WITHDRAWAL_MINIMUM, or nothing would arrive.');
  }
  const versions = [pinPeppers ?? [], values.retiredPeppers ?? []].flat().map(({ version }) => version);
  if (new Set(versions).size < versions.length || (values.retiredPeppers && !pinPeppers)) {
    throw new ConfigRefusal(
      'PIN_PEPPER and PIN_PEPPER_RETIRED must give each pepper a number of its own (v2:…,v1:…), and one must be in use.',
    );
  }
  if ((values.sessionSecrets?.length ?? 0) > 1 && !pinPeppers && !apiUrl) {
    throw new ConfigRefusal(
      'SESSION_SECRET may hold several only where PIN_PEPPER is set: without it PINs and the ledger hang on the one secret.',
    );
  }
  const { origin: publicOrigin, hostname } = new URL(values.publicOrigin ?? `http://localhost:${values.port}`);
  if (isProduction && !publicOrigin.startsWith('https:') && !isThisMachine(publicOrigin)) {
    throw new ConfigRefusal(
      'PUBLIC_ORIGIN must begin with https:// in production, because passwords over plain http are read on the way; only http://localhost may do without.',
    );
  }
  const consoleOrigin = values.consoleOrigin ? new URL(values.consoleOrigin).origin : publicOrigin;
  if (isProduction && !consoleOrigin.startsWith('https:') && !isThisMachine(consoleOrigin)) {
    throw new ConfigRefusal('CONSOLE_ORIGIN must begin with https:// in production.');
  }
  const unencrypted = isProduction && unencryptedLine({ ...values, staffWebhookUrl: values.alerts.webhookUrl });
  if (unencrypted) throw new ConfigRefusal(unencrypted);
  const isHttps = publicOrigin.startsWith('https:');
  if (values.cookiePrefix === 'true' && !isHttps) {
    throw new ConfigRefusal(
      'COOKIE_PREFIX=true needs a PUBLIC_ORIGIN that begins with https://: over http browsers take no such cookie.',
    );
  }
  const hasCookiePrefix = values.cookiePrefix ? values.cookiePrefix === 'true' : isHttps;
  const weak = isProduction && weakness(chosenSecrets(values));
  if (weak) throw new ConfigRefusal(weak);
  const preset = isProduction && presetPassword(passwordAddresses(values));
  if (preset) throw new ConfigRefusal(preset);
  if (isProduction && values.quickHashes) {
    throw new ConfigRefusal('QUICK_HASHES=true is for tests: a stolen database would give its passwords away.');
  }
  const hashCosts = values.quickHashes ? QUICK_HASH_COSTS : HASH_COSTS;
  const hasApiDocs = values.apiDocs ? values.apiDocs === 'true' : !isProduction;
  const mailFrom = values.mailFrom ?? `${values.productName} <no-reply@${hostname}>`;
  return {
    ...values,
    isProduction,
    webProcesses,
    publicOrigin,
    consoleOrigin,
    mailFrom,
    hasApiDocs,
    hasCookiePrefix,
    hashCosts,
    machineLanguage: offeredLanguage(
      values.languages,
      languageOfLocale(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG']),
    ),
  };
}

type Own = Pick<Values<typeof site>, 'brandFile' | 'productName'> & { support: Values<typeof support> };

function withBrand<Read extends Own>(values: Read) {
  const brand = values.brandFile ? readBrand(values.brandFile) : undefined;
  const weekStart: WeekStart = brand?.weekStart ?? 'language';
  return {
    ...values,
    brand,
    productName: brand?.name ?? values.productName,
    support: {
      chatUrl: brand?.support.chat ?? values.support.chatUrl,
      email: brand?.support.email ?? values.support.email,
    },
    languages: brand?.languages ?? ALL_LANGUAGES,
    weekStart,
    company: brand?.company,
  };
}

function readBrand(file: string): Brand {
  const read = readBrandFile(file);
  if ('brand' in read) return read.brand;
  const { place, ...fault } = read.wrong;
  const sentence = tellFaults([fault]).join(' ');
  const where = place ? `“${file}”, ${place}:` : `“${file}”`;
  throw new ConfigRefusal(`The environment variable BRAND_FILE is wrong: ${where} ${sentence}`);
}

export function isThisMachine(origin: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
}

type Secret = Pick<
  Values<typeof site>,
  'sessionSecrets' | 'pinPeppers' | 'retiredPeppers' | 'operatorKeys' | 'qpaymentsSecrets'
> & { alerts: Pick<Values<typeof alerts>, 'webhookSecrets'> };

function chosenSecrets(values: Secret): ChosenSecret[] {
  const {
    sessionSecrets = [],
    pinPeppers = [],
    retiredPeppers = [],
    operatorKeys = [],
    qpaymentsSecrets = [],
    alerts: { webhookSecrets = [] },
  } = values;
  return [
    ...sessionSecrets.map((secret) => ({ name: 'SESSION_SECRET', secret })),
    ...pinPeppers.map(({ secret }, index) => ({ name: 'PIN_PEPPER', secret, isKept: index > 0 })),
    ...retiredPeppers.map(({ secret }) => ({ name: 'PIN_PEPPER_RETIRED', secret, isKept: true })),
    ...operatorKeys.map((secret) => ({ name: 'OPERATOR_KEY', secret })),
    ...qpaymentsSecrets.map((secret) => ({ name: 'QPAYMENTS_SECRET', secret })),
    ...webhookSecrets.map((secret) => ({ name: 'STAFF_WEBHOOK_SECRET', secret })),
  ];
}

function passwordAddresses({
  databaseUrl,
  databaseReplicaUrl,
  smtpUrl,
}: Pick<Values<typeof site>, 'databaseUrl' | 'databaseReplicaUrl' | 'smtpUrl'>) {
  return { DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: databaseReplicaUrl, SMTP_URL: smtpUrl };
}

type Values<Table extends Settings> = { [Key in keyof Table]: z.output<Table[Key]['parser']> };

function readAll<Table extends Settings>(settings: Table, env: NodeJS.ProcessEnv): Values<Table> {
  const values = Object.entries(settings).map(([key, setting]) => [key, readOne(setting, env)]);
  return Object.fromEntries(values) as Values<Table>;
}

function readOne({ name, preset, parser, isSecret }: Settings[string], env: NodeJS.ProcessEnv): unknown {
  const raw = isSecret ? readSecret(name, env) : { value: env[name] };
  if ('wrong' in raw) throw new ConfigRefusal(raw.wrong);
  const { data, error } = parser.safeParse(raw.value || preset || undefined);
  if (error) {
    const subject = isSecret ? 'it' : `“${raw.value}”`;
    throw new ConfigRefusal(`The environment variable ${name} is wrong: ${subject} ${error.issues[0]?.message}.`);
  }
  return data;
}
