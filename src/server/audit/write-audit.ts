import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { auditHead, auditLog, type AuditValues } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { type AuditEntry, auditHash } from './chain.ts';
import { readBeginning } from './read-chain.ts';

/** `subject` may be empty. `before` and `after` must never hold a secret. */
type AuditOrder = {
  actor: string;
  action: string;
  subject: string;
  reason: string;
  before?: AuditValues | undefined;
  after?: AuditValues | undefined;
  address: string;
  at?: Date;
};

/** Adds an entry in the caller's transaction. Call it last: it locks the log until that transaction ends. */
export async function writeAudit(
  tx: Db,
  { clock, secrets }: Pick<Services, 'clock' | 'secrets'>,
  { at = clock.now(), ...order }: AuditOrder,
): Promise<void> {
  const head = await lockHead(tx);
  if (!head) throw new Error('The audit log has lost its head.');
  const contents = { ...cleanOrder(order), number: head.number + 1 };
  const previous = head.hash ?? (await readBeginning(tx));
  const atMicros = BigInt(at.getTime()) * 1000n;
  const hash = auditHash(secrets.audit.inUse[0], previous, { ...contents, atMicros });
  await tx.insert(auditLog).values({ ...contents, at, hash });
  await tx.update(auditHead).set({ number: contents.number, hash }).where(eq(auditHead.only, 'head'));
}

type Head = { number: number; hash: Buffer | null };

export async function lockHead(tx: Db): Promise<Head | undefined> {
  const [head] = await tx.select().from(auditHead).where(eq(auditHead.only, 'head')).for('update');
  return head;
}

/** Values as PostgreSQL returns them: a NUL or half a surrogate pair becomes U+FFFD, NaN becomes null. */
function cleanOrder(order: Omit<AuditOrder, 'at'>): Omit<AuditEntry, 'number' | 'at' | 'hash'> {
  const { before = null, after = null } = order;
  const clean = (_name: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;
  return JSON.parse(JSON.stringify({ ...order, before, after }, clean));
}
