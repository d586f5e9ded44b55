import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Member } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { mac } from '#server/base/secrets.ts';

/** Accounts per browser, e.g. a shared phone. The least recently used is dropped first. */
const MAX_ACCOUNTS = 4;
const SEAL_BYTES = 16;
const TOKEN_PATTERN = /^([\w-]{22})((?:\.[\w-]{22}){1,4})$/;

type Keys = Pick<Services, 'secrets'>;

/** The seal grants no access (OWASP, "Device Cookies"). Its tries count separately, so strangers can't use them up. */
export function knownDevice(services: Keys, token: string | undefined, account: string): string | undefined {
  const { id, seals } = readToken(token);
  if (!id) return undefined;
  const ownSeals = sealsFor(services, id, account).map((seal) => Buffer.from(seal));
  return seals.find((seal) => ownSeals.some((expected) => timingSafeEqual(Buffer.from(seal), expected)));
}

export function rememberAccount(services: Keys, token: string | undefined, account: string): string {
  const { id = randomBytes(SEAL_BYTES).toString('base64url'), seals } = readToken(token);
  const ownSeals = sealsFor(services, id, account);
  const otherSeals = seals.filter((seal) => !ownSeals.includes(seal));
  return [id, ownSeals[0], ...otherSeals].slice(0, 1 + MAX_ACCOUNTS).join('.');
}

type Rescued = Pick<Member, 'id' | 'passwordResetAt' | 'withdrawalsStoppedAt'>;

/** Changes with a reset by e-mail or “This wasn’t me”, so that no browser is known any more. */
export function accountOf({ id, passwordResetAt, withdrawalsStoppedAt }: Rescued): string {
  const rescuedMs = Math.max(passwordResetAt?.getTime() ?? 0, withdrawalsStoppedAt?.getTime() ?? 0);
  return rescuedMs === 0 ? String(id) : `${id} since ${rescuedMs}`;
}

/** The first uses the current key, the others former keys. */
function sealsFor({ secrets }: Keys, id: string, account: string): string[] {
  return secrets.knownDevice.map((key) => mac(key, id, account).subarray(0, SEAL_BYTES).toString('base64url'));
}

function readToken(token: string | undefined): { id?: string; seals: string[] } {
  const [, id, rest = ''] = TOKEN_PATTERN.exec(token ?? '') ?? [];
  return id ? { id, seals: rest.slice(1).split('.') } : { seals: [] };
}
