import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { memberPasskeys, staffPasskeys } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { spendState } from '#server/api/sealed-state.ts';

type PasskeyResponse = {
  passkey: { id: string; counter: number };
  counter: number;
  kind: 'passkey' | 'staff-passkey';
  state: string;
};

/** Records the use of a verified passkey. False if the challenge was spent or the counter changed since. */
export async function usePasskey(
  tx: Db,
  services: Pick<Services, 'clock' | 'secrets'>,
  table: typeof memberPasskeys | typeof staffPasskeys,
  { passkey: { id, counter: storedCounter }, counter, kind, state }: PasskeyResponse,
): Promise<boolean> {
  const spent = await spendState(tx, services, kind, state, id);
  const updated = await tx
    .update(table)
    .set({ counter, usedAt: services.clock.now() })
    .where(and(eq(table.id, id), eq(table.counter, storedCounter)))
    .returning({ id: table.id });
  return spent === 'first' && updated.length > 0;
}
