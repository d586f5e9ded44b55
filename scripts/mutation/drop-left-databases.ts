import pg from 'pg';

const ROUND_MS = 60_000;

/**
 * A test file that stops at its first failure leaves its databases: a thousand mutants left 20 GB. Drops databases
 * without a connection in two rounds. Returns a function that stops the rounds.
 */
export function dropLeftDatabases(serverUrl: string): () => Promise<void> {
  let idleBefore = new Set<string>();
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(async () => {
      // The next round retries.
      idleBefore = await dropThoseStillIdle(serverUrl, idleBefore).catch(() => idleBefore);
    });
  }, ROUND_MS);
  return () => {
    clearInterval(timer);
    return round;
  };
}

async function dropThoseStillIdle(serverUrl: string, idleBefore: ReadonlySet<string>): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database
       where datname like 'test\\_%' and datname not in (select datname from pg_stat_activity where datname is not null)`,
    );
    const idle = rows.map(({ name }) => name);
    for (const name of idle.filter((one) => idleBefore.has(one))) {
      // PostgreSQL refuses if a connection has opened since; a later round retries.
      await client.query(`drop database if exists ${name}`).catch(() => undefined);
    }
    return new Set(idle);
  } finally {
    await client.end();
  }
}
