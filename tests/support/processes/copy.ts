import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import type { Services } from '#server/api/services.ts';
import type { NodeClient } from '#server/node/index.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { noNode } from '../world/node.ts';
import { connectPatiently } from '../db/patient.ts';
import { silentLog } from '../app/silent-log.ts';

type More = { node?: NodeClient; maxConnections?: number };

/** Services for a process that acts as another copy of the app. */
export function openCopy(
  databaseUrl: string,
  secret: string,
  { node = noNode(), maxConnections }: More = {},
): Services {
  const config = readConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: secret });
  const base = { clock: systemClock, config, secrets: deriveSecrets([secret]), log: silentLog, node };
  return { ...connectPatiently(databaseUrl, maxConnections), ...base };
}
