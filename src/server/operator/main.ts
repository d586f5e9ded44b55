import { userInfo } from 'node:os';
import { runCommand } from './run-command.ts';
import { printOutcome, withServices } from './with-services.ts';

const argv = process.argv.slice(2).filter((word) => word !== '--json');

await printOutcome(process.argv.includes('--json'), () =>
  withServices((services) => runCommand(services, argv, userInfo().username)),
);
