import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

type Env = Record<string, string>;

export async function readEnvFile(file: string): Promise<Env | undefined> {
  try {
    return parseEnv(await readFile(file, 'utf8')) as Env;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Readable for the owner only. Renamed into place, so that it is whole or absent. */
export async function writeEnvFile(file: string, env: Env): Promise<void> {
  const lines = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(unfinished, `${[HEAD, ...lines].join('\n')}\n`, { flag: 'wx', mode: 0o600 });
  await rename(unfinished, file);
}

const HEAD = `# Settings of this installation, read by npm start and npm run operator; .env.example lists all there are.
# PIN_PEPPER protects PINs and the ledger for ever: keep a copy of this file in a safe place.`;

export function isWritable(value: string): boolean {
  return !/[\r\n]/.test(value) && [`'`, '"', '`'].some((quote) => !value.includes(quote));
}

/** Unquoted values are read alike by Node, Docker and systemd. */
function quoted(value: string): string {
  if (/^[^\s#'"`\\]+( [^\s#'"`\\]+)*$/.test(value) || value === '') return value;
  const quote = [`'`, '`', '"'].find((mark) => !value.includes(mark));
  return `${quote}${value}${quote}`;
}

export function withSecrets(env: Env): Env {
  const secrets = ['SESSION_SECRET', 'PIN_PEPPER', 'OPERATOR_KEY'].map((name) => {
    return [name, env[name] || randomBytes(32).toString('base64url')];
  });
  return { NODE_ENV: 'production', ...env, ...(Object.fromEntries(secrets) as Env) };
}
