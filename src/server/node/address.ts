import { nodeEvent } from '#contracts/transactions.ts';
import type { Config } from '#server/base/config.ts';
import type { Secrets } from '#server/base/secrets.ts';
import type { NodeAddress } from './client.ts';

/** The node that is set, or else the simulator that the start command runs beside the app. */
export function nodeAddress(config: Config, secrets: Pick<Secrets, 'simulator'>): NodeAddress {
  const [secret] = nodeSecrets(config, secrets);
  return { url: config.qpaymentsUrl ?? `http://127.0.0.1:${config.simulatorPort}`, secret };
}

/** What Atrium shares with the node: the first to ask it with, any to know its webhooks by. */
export function nodeSecrets(
  { qpaymentsSecrets }: Pick<Config, 'qpaymentsSecrets'>,
  secrets: Pick<Secrets, 'simulator'>,
): [string, ...string[]] {
  return qpaymentsSecrets ?? [secrets.simulator.toString('base64url')];
}

/** Where the simulator finds the app: on this machine, and by a name that the site answers to. */
export function webhookUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${nodeEvent.path}`;
}
