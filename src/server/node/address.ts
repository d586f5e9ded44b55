import { nodeEvent } from '#contracts/transactions.ts';
import type { Config } from '#server/base/config.ts';
import type { Secrets } from '#server/base/secrets.ts';
import type { NodeAddress } from './client.ts';

export function nodeAddress(config: Config, secrets: Pick<Secrets, 'simulator'>): NodeAddress {
  const [secret] = nodeSecrets(config, secrets);
  return { url: config.qpaymentsUrl ?? `http://127.0.0.1:${config.simulatorPort}`, secret };
}

/** The first authenticates our requests; all of them verify webhooks. */
export function nodeSecrets(
  { qpaymentsSecrets }: Pick<Config, 'qpaymentsSecrets'>,
  secrets: Pick<Secrets, 'simulator'>,
): [string, ...string[]] {
  return qpaymentsSecrets ?? [secrets.simulator.toString('base64url')];
}

/** For the simulator on this machine. Uses a host name that the site accepts. */
export function webhookUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${nodeEvent.path}`;
}
