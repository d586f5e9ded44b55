import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { spentChallenges } from '#server/db/schema/index.ts';
import { seal, unseal } from '#server/base/seal.ts';
import { hashToken } from '#server/base/secrets.ts';
import type { Services } from './services.ts';

/** What has begun and waits for its second half at the visitor's: nothing of it is in the database. */
type States = {
  /** A right password. `since` is when the password was set, so that another one voids it. */
  'sign-in': { memberId: number; since: number };
  /** A secret that an authenticator app is to be given, base64url. */
  totp: { memberId: number; secret: string };
  'new-passkey': { memberId: number; challenge: string };
  passkey: { challenge: string };
  'new-staff-passkey': { staffId: number; challenge: string };
  /** Nobody’s yet at sign-in. */
  'staff-passkey': { staffId: number | null; challenge: string };
};

/** @internal exported for the tests */
export const STATE_KINDS = [
  ...(['sign-in', 'totp', 'new-passkey', 'passkey', 'new-staff-passkey', 'staff-passkey'] as const),
] as const satisfies (keyof States)[];

type Sealer = Pick<Services, 'clock' | 'secrets'>;

/** Readable for us alone, and only for so long. */
export function sealState<Kind extends keyof States>(
  { clock, secrets }: Sealer,
  kind: Kind,
  state: States[Kind],
  seconds: number,
): string {
  const until = addSeconds(clock.now(), seconds).getTime();
  const id = randomBytes(16).toString('base64url');
  const plain = Buffer.from(JSON.stringify({ kind, until, id, state }));
  return seal(secrets.sealedStates, plain).toString('base64url');
}

/** Undefined if it is of another kind, too old or not ours. What a state allows must also spend it (`spendState`). */
export function openState<Kind extends keyof States>(
  sealer: Sealer,
  kind: Kind,
  sealed: string,
): States[Kind] | undefined {
  return open(sealer, kind, sealed)?.state;
}

type Opened<Kind extends keyof States> = { kind: string; until: number; id?: string; state: States[Kind] };

function open<Kind extends keyof States>(
  { clock, secrets }: Sealer,
  kind: Kind,
  sealed: string,
): Opened<Kind> | undefined {
  const plain = unseal(secrets.sealedStates, Buffer.from(sealed, 'base64url'));
  if (!plain) return undefined;
  const opened = JSON.parse(plain.toString()) as Opened<Kind>;
  return opened.kind === kind && opened.until > clock.now().getTime() ? opened : undefined;
}

/**
 * Uses a state up for `what`, in the transaction of its effect. `again` for the same thing, as after a lost answer; `spent`
 * for anything else. Of two at once one waits for the other.
 */
export async function spendState(
  tx: Db,
  sealer: Sealer,
  kind: keyof States,
  sealed: string,
  what: string,
): Promise<'first' | 'again' | 'spent'> {
  const opened = open(sealer, kind, sealed);
  if (!opened?.id) return 'spent';
  const id = `state ${opened.id}`;
  const spentOn = hashToken(what);
  const first = await tx
    .insert(spentChallenges)
    .values({ id, spentOn, expiresAt: new Date(opened.until) })
    .onConflictDoNothing()
    .returning({ id: spentChallenges.id });
  if (first.length > 0) return 'first';
  const [before] = await tx.select().from(spentChallenges).where(eq(spentChallenges.id, id));
  return before?.spentOn.equals(spentOn) ? 'again' : 'spent';
}
