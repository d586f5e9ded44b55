import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';

const MIN_CHARACTERS = 32;
const FILE_MAX_BYTES = 64 * 1024;

const text = z.string();
const longText = text.min(MIN_CHARACTERS, `is shorter than ${MIN_CHARACTERS} characters`);
/** Standard Webhooks: base64 after `whsec_`. */
const signingKey = /^[A-Za-z0-9+/]{32,}={0,2}$/;
const nodeSecret = longText.refine(
  (key) => !key.startsWith('whsec_') || signingKey.test(key.slice('whsec_'.length)),
  'is not base64 of 24 or more bytes behind whsec_',
);
/** Receivers use libraries of the standard, which take no other secrets. */
const webhookSecret = text.refine(
  (key) => key.startsWith('whsec_') && signingKey.test(key.slice('whsec_'.length)),
  'is not whsec_ with base64 of 24 or more bytes behind it',
);

const listOf = (one: z.ZodString) =>
  text.transform((list) => list.split(',').map((key) => key.trim())).pipe(z.tuple([one], one));

/** The first is used for new data, each is accepted. */
export const secrets = listOf(longText);
export const nodeSecrets = listOf(nodeSecret);
export const webhookSecrets = listOf(webhookSecret);

const VERSION_RANGE = 'has a version that is not from 1 to 32767';

export type Pepper = { version: number; secret: string };

const version = z.number('has a version that is no whole number').int('has a version that is no whole number');
const pepper = z.object({
  version: version.min(1, VERSION_RANGE).max(32_767, VERSION_RANGE),
  secret: longText,
});

/** `v2:…,v1:…`. Without a prefix the whole text is version 1, including commas. */
export const peppers = text
  .transform((list) => (/^v\d+:/.test(list) ? list.split(/,\s*(?=v\d+:)/) : [`v1:${list}`]))
  .transform((list) =>
    list.map((item) => {
      const colon = item.indexOf(':');
      return { version: Number(item.slice(1, colon)), secret: item.slice(colon + 1) };
    }),
  )
  .pipe(z.tuple([pepper], pepper));

export function readSecret(name: string, env: NodeJS.ProcessEnv): { value: string | undefined } | { wrong: string } {
  const file = env[`${name}_FILE`];
  if (!file) return { value: env[name] };
  if (env[name]) return { wrong: `${name} and ${name}_FILE are both set; set only one of them.` };
  try {
    if (statSync(file).size > FILE_MAX_BYTES) return { wrong: `The file that ${name}_FILE names is too large.` };
    const value = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
    return value ? { value } : { wrong: `The file that ${name}_FILE names is empty.` };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'EIO';
    return { wrong: `The file that ${name}_FILE names can’t be read (${code}).` };
  }
}

/** `isKept`: can’t be replaced any more, so it may be weak. */
export type ChosenSecret = { name: string; secret: string; isKept?: boolean };

export function weakness(chosen: readonly ChosenSecret[]): string | undefined {
  const nameBySecret = new Map<string, string>();
  for (const { name, secret, isKept } of chosen) {
    const reason = isKept ? undefined : weaknessOf(secret.replace(/^whsec_/, ''));
    if (reason) return `${name} is too weak for production: it ${reason}. Make one with: openssl rand -base64 32`;
    const other = nameBySecret.get(secret);
    if (other === name) return `${name} holds the same secret twice; each must be another one.`;
    if (other) return `${other} and ${name} must not be the same in production: whoever learns one would have both.`;
    nameBySecret.set(secret, name);
  }
  return undefined;
}

const MIN_DISTINCT = 8;
const PLACEHOLDERS =
  /change.?me|change.?this|replace.?me|replace.?this|your.?(?:secret|key)|password|secret|example|placeholder|insecure|random character|0123456789|1234567890|abcdefgh|qwerty/i;

function weaknessOf(secret: string): string | undefined {
  if (/^(.{1,16}?)\1+$/s.test(secret)) return 'repeats itself';
  if (new Set(secret).size < MIN_DISTINCT) return `has fewer than ${MIN_DISTINCT} different characters`;
  if (PLACEHOLDERS.test(secret)) return 'has a word of examples in it, such as “changeme”';
  return undefined;
}

/** Default passwords. */
const PRESET_PASSWORD =
  /^(?:postgres(?:ql)?|atrium|admin(?:istrator)?|root|toor|user|guest|test|demo|example|mail|smtp|pass(?:word|wd)?|secret|default|change.?(?:me|this)|qwerty|letmein|welcome|1234\d*)[\d!.]*$/i;

export function presetPassword(addresses: Record<string, string | undefined>): string | undefined {
  for (const [name, address] of Object.entries(addresses)) {
    if (!address || !URL.canParse(address)) continue;
    const { username, password, searchParams } = new URL(address);
    const [user, secret] = [
      searchParams.get('user') ?? decodeURIComponent(username),
      searchParams.get('password') ?? decodeURIComponent(password),
    ];
    if (secret && (secret === user || PRESET_PASSWORD.test(secret))) {
      return `${name} has a password that everybody tries first; the server it leads to needs a better one. Make one with: openssl rand -hex 24`;
    }
  }
  return undefined;
}
