import { userInfo } from 'node:os';
import { readConfig } from '#server/config.ts';
import { findDatabaseCommand, runCommand } from './run-command.ts';
import { printOutcome, withServices } from './with-services.ts';

const argv = process.argv.slice(2).filter((word) => word !== '--json');

const operator = userInfo().username;
const databaseCommand = findDatabaseCommand(argv, operator);

await printOutcome(process.argv.includes('--json'), async () =>
  databaseCommand
    ? databaseCommand(readConfig(process.env))
    : withServices((services) => runCommand(services, argv, operator)),
);
