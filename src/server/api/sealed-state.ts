import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { spentChallenges } from '#server/db/schema/index.ts';
import { seal, unseal } from '#server/base/seal.ts';
import { hashToken } from '#server/base/secrets.ts';
import type { Services } from './services.ts';

/** State kept by the visitor between two requests, encrypted; the database has none of it. */
type States = {
  /** After a right password. `since` is when it was set: a new password invalidates the state. */
  'sign-in': { memberId: number; since: number };
  /** After a sign-up: this browser may correct its e-mail address. */
  'sign-up': { signUpId: string };
  /** Base64url secret of a new authenticator app. */
  totp: { memberId: number; secret: string };
  'new-passkey': { memberId: number; challenge: string };
  passkey: { challenge: string };
  'new-staff-passkey': { staffId: number; challenge: string };
  'staff-passkey': { staffId: number | null; challenge: string };
};

/** Used once; `sign-up` has a rate limit instead. @internal exported for the tests */
export const STATE_KINDS = [
  ...(['sign-in', 'totp', 'new-passkey', 'passkey', 'new-staff-passkey', 'staff-passkey'] as const),
] as const satisfies (keyof States)[];

type Sealer = Pick<Services, 'clock' | 'secrets'>;

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

/** Undefined for another kind, an expired state or one not ours. Effects must also call `spendState`. */
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

/** `again` for a retry with the same `purpose`, `spent` for any other. A parallel call waits for the first. */
export async function spendState(
  tx: Db,
  sealer: Sealer,
  kind: keyof States,
  sealed: string,
  purpose: string,
): Promise<'first' | 'again' | 'spent'> {
  const opened = open(sealer, kind, sealed);
  if (!opened?.id) return 'spent';
  const id = `state ${opened.id}`;
  const spentOn = hashToken(purpose);
  const first = await tx
    .insert(spentChallenges)
    .values({ id, spentOn, expiresAt: new Date(opened.until) })
    .onConflictDoNothing()
    .returning({ id: spentChallenges.id });
  if (first.length > 0) return 'first';
  const [earlier] = await tx.select().from(spentChallenges).where(eq(spentChallenges.id, id));
  return earlier?.spentOn.equals(spentOn) ? 'again' : 'spent';
}
