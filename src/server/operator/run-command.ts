import { parseArgs } from 'node:util';
import { operatorLog } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { Config } from '#server/config.ts';
import { BackupRefusal } from '#server/backup/index.ts';
import type { Command, Orders, Outcome } from './command.ts';
import { commands, databaseCommands } from './commands/index.ts';

/** Finds the command that was typed and carries it out whole, its log entry included, or not at all. */
export async function runCommand(services: Services, argv: string[], operator: string): Promise<Outcome> {
  const parsed = read(argv);
  if ('refused' in parsed) return parsed;
  const { words, options } = parsed;
  const command = commands.find(({ name }) => words.slice(0, 2).join(' ') === name);
  if (!command)
    return words[0] === 'help' || words.length === 0
      ? help()
      : { refused: `There is no command “${words.join(' ')}”. Try: help` };

  const orders = ordersOf(words.slice(2), options, operator);
  if (command.kind === 'reads') return command.run(services, orders);
  if (orders.why.trim() === '' && !options['dry-run']) return { refused: `Give a reason with --why: ${command.usage}` };
  return change(services, command, orders);
}

/** The command that works on databases as a whole, if that is what was typed. */
export function findDatabaseCommand(
  argv: string[],
  operator: string,
): ((config: Config) => Promise<Outcome>) | undefined {
  const command = databaseCommands.find(({ name }) => name === argv[0]);
  if (!command) return undefined;
  return async (config) => {
    const parsed = read(argv);
    if ('refused' in parsed) return parsed;
    try {
      return await command.run(config, ordersOf(parsed.words.slice(1), parsed.options, operator));
    } catch (error) {
      if (error instanceof BackupRefusal) return { refused: error.message };
      throw error;
    }
  };
}

function ordersOf(words: string[], options: Orders['options'], operator: string): Orders {
  return { words, options, operator: options['by'] ?? operator, why: options['why'] ?? '' };
}

function read(argv: string[]): { words: string[]; options: Record<string, string> } | { refused: string } {
  const string = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        ...{ why: string, by: string, search: string, after: string, limit: string },
        ...{ text: string, file: string },
        ...{ format: string, 'into-new': string, to: string, cancel: { type: 'boolean' } },
        ...{ username: string, email: string, name: string, inviter: string, language: string },
        'print-link': { type: 'boolean' },
        ...{ state: string, batch: string, labels: string, line: string, seal: string, 'dry-run': { type: 'boolean' } },
      },
    });
    const typed = Object.entries(values).map(([name, value]) => [name, String(value)]);
    return { words: positionals, options: Object.fromEntries(typed) as Record<string, string> };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

class Undone extends Error {}

async function change(services: Services, command: Command & { kind: 'changes' }, orders: Orders): Promise<Outcome> {
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

function help(): Outcome {
  const all = [...commands, ...databaseCommands];
  const words = all.map(({ usage, about }) => `${usage}\n    ${about}`).join('\n');
  return {
    words: `${words}\n\nEvery command takes --json; those that change something take --why TEXT and --by NAME.`,
    data: all.map(({ name, usage, about }) => ({ name, usage, about })),
  };
}
