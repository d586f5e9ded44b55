import { addSeconds } from './clock.ts';
import { seal, unseal } from './seal.ts';
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

type Sealer = Pick<Services, 'clock' | 'secrets'>;

/** Readable for us alone, and only for so long. */
export function sealState<Kind extends keyof States>(
  { clock, secrets }: Sealer,
  kind: Kind,
  state: States[Kind],
  seconds: number,
): string {
  const until = addSeconds(clock.now(), seconds).getTime();
  const plain = Buffer.from(JSON.stringify({ kind, until, state }));
  return seal(secrets.sealedStates, plain).toString('base64url');
}

/** Nothing when it is of another kind, too old or not ours. */
export function openState<Kind extends keyof States>(
  { clock, secrets }: Sealer,
  kind: Kind,
  sealed: string,
): States[Kind] | undefined {
  const plain = unseal(secrets.sealedStates, Buffer.from(sealed, 'base64url'));
  if (!plain) return undefined;
  const opened = JSON.parse(plain.toString()) as { kind: string; until: number; state: States[Kind] };
  return opened.kind === kind && opened.until > clock.now().getTime() ? opened.state : undefined;
}
