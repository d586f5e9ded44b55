import type { SecurityEvent } from '#domain/security-events.ts';
import { securityEvents } from '#server/db/schema/index.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { traceOf } from '#server/api/caller-trace.ts';

type From = Pick<Caller, 'address' | 'userAgent'>;

/** `caller` is undefined for operators and jobs; `about` is a name. */
export async function logSecurity(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  memberId: number,
  kind: SecurityEvent,
  caller: From | undefined,
  about = '',
): Promise<void> {
  const trace = caller ? traceOf(caller) : { device: '', addressRange: '' };
  await db.insert(securityEvents).values({ memberId, kind, about, ...trace, at: clock.now() });
}
