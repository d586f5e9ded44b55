import type { Clock } from '#server/base/clock.ts';
import type { Config } from '#server/base/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Replica } from '#server/db/replica.ts';
import type { Log } from '#server/base/log.ts';
import type { NodeClient } from '#server/node/index.ts';
import type { Secrets } from '#server/base/secrets.ts';

export type Services = Database & {
  /** Set with `DATABASE_REPLICA_URL`; used by calls whose contract says `mayLag`. */
  replica?: Replica | undefined;
  clock: Clock;
  config: Pick<
    Config,
    | 'publicOrigin'
    | 'consoleOrigin'
    | 'consoleAddresses'
    | 'hasApiDocs'
    | 'hashCosts'
    | 'machineLanguage'
    | 'fourEyesMicros'
    | 'secondFactorRemovalHours'
    | 'productName'
    | 'brand'
    | 'company'
    | 'languages'
    | 'weekStart'
    | 'timeZone'
    | 'minimumAge'
    | 'isProduction'
    | 'withdrawals'
    | 'purchases'
    | 'alerts'
    | 'announcements'
    | 'operatorKeys'
    | 'qpaymentsSecrets'
  >;
  secrets: Secrets;
  log: Log;
  node: NodeClient;
};
