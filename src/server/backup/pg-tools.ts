import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { MARK_SCHEMA } from '#server/db/move-mark.ts';
import { newClient } from '#server/db/new-client.ts';
import { BackupRefusal } from './refusal.ts';

type Tool = { name: 'pg_dump' | 'pg_restore'; program: string; major: number };

const VARIABLES = { pg_dump: 'PG_DUMP', pg_restore: 'PG_RESTORE' } as const;
const VERSION_LIMIT_MS = 10_000;

export async function findTool(name: Tool['name'], program: string): Promise<Tool | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: VERSION_LIMIT_MS });
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return major ? { name, program, major } : undefined;
  } catch {
    return undefined;
  }
}

export async function requireTool(name: Tool['name'], program: string, major: number): Promise<Tool> {
  const tool = await findTool(name, program);
  if (tool && tool.major >= major) return tool;
  const problem = tool
    ? `${tool.program} is version ${tool.major}, too old for PostgreSQL ${major}`
    : `${program} is missing`;
  throw new BackupRefusal(
    `${problem}; install PostgreSQL’s client programs of version ${major} or later, or name one with ${VARIABLES[name]}.`,
  );
}

export async function* dumpCustom(tool: Tool, databaseUrl: string, snapshot: string): AsyncGenerator<Buffer> {
  const child = run(tool, databaseUrl, [
    ...['--format=custom', '--no-owner', '--no-privileges'],
    ...[`--snapshot=${snapshot}`, `--exclude-schema=${MARK_SCHEMA}`],
  ]);
  yield* child.stdout as AsyncIterable<Buffer>;
  await child.ended;
}

/** One transaction: a truncated dump or a killed command leaves nothing. */
export async function restoreCustom(tool: Tool, databaseUrl: string, archive: AsyncIterable<Buffer>): Promise<void> {
  const child = run(tool, databaseUrl, ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']);
  // pg_restore closes its input when it fails; `ended` rejects with the reason.
  await pipeline(Readable.from(archive), child.stdin).catch(() => {});
  await child.ended;
}

function run({ name, program }: Tool, databaseUrl: string, args: string[]) {
  const { address, env } = connectionOf(databaseUrl);
  const child = spawn(program, [...args, '--no-password', `--dbname=${address}`], {
    env: { ...process.env, ...env, PGAPPNAME: 'atrium backup', LC_ALL: 'C' },
  });
  const errorOutput = text(child.stderr);
  const ended = once(child, 'close').then(async ([code]) => {
    if (code === 0) return;
    const lines = (await errorOutput).trim().split('\n');
    throw new BackupRefusal(`${name} gave up: ${lines.find((line) => line.includes('error:')) ?? lines[0]}`);
  });
  ended.catch(() => {});
  return { stdin: child.stdin, stdout: child.stdout, ended };
}

const KNOWN_TO_LIBPQ = ['host', 'port', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];

/** @internal exported for the tests */
export function connectionOf(databaseUrl: string): { address: string; env: Record<string, string> } {
  const { password } = newClient({ connectionString: databaseUrl });
  const url = new URL(databaseUrl);
  // Command lines are public, so the password goes by the environment.
  url.password = '';
  for (const name of [...url.searchParams.keys()]) {
    if (!KNOWN_TO_LIBPQ.includes(name)) url.searchParams.delete(name);
  }
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require');
  // Like the app: the system's certificates by default. libpq would look for a file of the user.
  const asksSystem = url.searchParams.get('sslmode') === 'verify-full' && !url.searchParams.has('sslrootcert');
  const authorities = process.env['PGSSLROOTCERT'] ?? 'system';
  const env = { ...(password && { PGPASSWORD: password }), ...(asksSystem && { PGSSLROOTCERT: authorities }) };
  return { address: url.href, env };
}
