import { userInfo } from 'node:os';
import { readOrders } from './read-orders.ts';
import { carryOut } from './run-command.ts';
import { printOutcome, withServices } from '#server/operator/cli/with-services.ts';

const argv = process.argv.slice(2).filter((word) => word !== '--json');

await printOutcome(process.argv.includes('--json'), async () => {
  // sudo’s caller: on a server each command runs as root or as the service’s user.
  const ordered = readOrders(argv, process.env['SUDO_USER'] || userInfo().username);
  return 'refused' in ordered ? ordered : carryOut(ordered.command, ordered.orders, (work) => withServices(work));
});
