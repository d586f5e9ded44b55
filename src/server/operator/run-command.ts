import type { Services } from '#server/api/services.ts';
import { BackupRefusal } from '#server/backup/index.ts';
import { readConfig } from '#server/base/config.ts';
import { changeAndLog } from '#server/operator/cli/change-and-log.ts';
import type { Command, DatabaseCommand, Orders, Outcome } from '#server/operator/cli/command.ts';
import { readOrders } from './read-orders.ts';

export async function runCommand(services: Services, argv: string[], operator: string): Promise<Outcome> {
  const parsed = readOrders(argv, operator);
  return 'refused' in parsed ? parsed : carryOut(parsed.command, parsed.orders, async (work) => work(services));
}

type WithServices = (work: (services: Services) => Promise<Outcome>) => Promise<Outcome>;

export async function carryOut(command: Command, orders: Orders, withServices: WithServices): Promise<Outcome> {
  switch (command.kind) {
    case 'alone':
      return command.run(orders);
    case 'databases':
      return useDatabases(command, orders);
    case 'reads':
      return withServices((services) => command.run(services, orders));
    case 'changes':
      return withServices((services) => changeAndLog(services, command, orders));
  }
}

async function useDatabases(command: DatabaseCommand, orders: Orders): Promise<Outcome> {
  try {
    return await command.run(readConfig(process.env), orders);
  } catch (error) {
    if (error instanceof BackupRefusal) return { refused: error.message };
    throw error;
  }
}
