import { systemClock } from '#server/base/clock.ts';
import type { Secrets } from '#server/base/secrets.ts';
import { connect } from '#server/db/connect.ts';
import type { Change, DatabaseCommand, Orders, Outcome } from '#server/operator/cli/command.ts';
import { logCommand } from '#server/operator/cli/log-command.ts';

type Place = { databaseUrl: string; secrets: Secrets };
type Called = { command: DatabaseCommand; orders: Orders };
type Described = { words: string; data: unknown };

/** Metrics read the age of backups from these entries. A standby takes none; the backup is whole all the same. */
export async function noteInLog(
  { databaseUrl, secrets }: Place,
  { command, orders }: Called,
  outcome: Described,
  change: Change,
): Promise<Outcome> {
  const database = connect(databaseUrl, 1);
  try {
    const services = { clock: systemClock, secrets };
    await database.transaction((tx) => logCommand(tx, services, command, orders, { ...outcome, ...change }));
    return outcome;
  } catch (error) {
    const { cause = error } = error as Error;
    const because = (cause as Error).message.split('\n')[0];
    return { ...outcome, words: `${outcome.words}\nThe audit log has no entry of it: ${because}.` };
  } finally {
    await database.close();
  }
}
