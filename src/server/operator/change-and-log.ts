import { operatorLog } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { ChangingCommand, Orders, Outcome } from './command.ts';

class Undone extends Error {}

/** A change and its log entry in one transaction; what is refused or `unchanged` leaves neither. */
export async function changeAndLog(services: Services, command: ChangingCommand, orders: Orders): Promise<Outcome> {
  let undone: Outcome | undefined;
  try {
    return await services.transaction(async (tx) => {
      const outcome = await command.run(services, orders, tx);
      if (!('words' in outcome) || outcome.unchanged) {
        undone = outcome;
        throw new Undone();
      }
      await tx.insert(operatorLog).values({
        operator: orders.operator,
        command: command.name,
        reason: orders.why,
        details: { words: orders.words.join(' '), outcome: outcome.words },
        at: services.clock.now(),
      });
      return outcome;
    });
  } catch (error) {
    if (error instanceof Undone && undone) return undone;
    throw error;
  }
}
