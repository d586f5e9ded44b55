import type { Config } from '#server/config.ts';
import type { Secrets } from '#server/secrets.ts';
import type { NodeAddress } from './client.ts';

/** The node that is set, or else the simulator that the start command runs beside the app. */
export function nodeAddress(
  { qpaymentsUrl, qpaymentsSecret, simulatorPort }: Config,
  secrets: Pick<Secrets, 'simulator'>,
): NodeAddress {
  return {
    url: qpaymentsUrl ?? `http://127.0.0.1:${simulatorPort}`,
    secret: qpaymentsSecret ?? secrets.simulator.toString('base64url'),
  };
}
