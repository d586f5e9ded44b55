import type { Services } from '#server/api/services.ts';
import type { ChangingCommand, Orders, Outcome } from './command.ts';
import { logCommand } from './log-command.ts';

class Undone extends Error {}

/** A change and its log entry in one transaction; a refusal or `unchanged` rolls both back. */
export async function changeAndLog(services: Services, command: ChangingCommand, orders: Orders): Promise<Outcome> {
  let undone: Outcome | undefined;
  try {
    return await services.transaction(async (tx) => {
      const outcome = await command.run(services, orders, tx);
      if (!('words' in outcome) || outcome.unchanged) {
        undone = outcome;
        throw new Undone();
      }
      if (!outcome.logged) await logCommand(tx, services, command, orders, outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Undone && undone) return undone;
    throw error;
  }
}
