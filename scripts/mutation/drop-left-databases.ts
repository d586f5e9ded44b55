import pg from 'pg';

const ROUND_MS = 60_000;

/**
 * A test file that ends at its first failure drops no database, and a run of a thousand mutants left twenty gigabytes
 * of them: what nobody was connected to in two rounds goes. Returns what ends the rounds.
 */
export function dropLeftDatabases(serverUrl: string): () => Promise<void> {
  let idleBefore = new Set<string>();
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(async () => {
      // What one round can't do is left to the next.
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
      // Refused while somebody uses it after all: then it is for a later round.
      await client.query(`drop database if exists ${name}`).catch(() => undefined);
    }
    return new Set(idle);
  } finally {
    await client.end();
  }
}
