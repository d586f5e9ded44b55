import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Services } from '#server/services.ts';
import { mac } from '#server/secrets.ts';

/** A phone that a family shares knows so many accounts; the one it has not seen for longest is forgotten first. */
const MAX_ACCOUNTS = 4;
const SEAL_BYTES = 16;
const TOKEN_PATTERN = /^([\w-]{22})((?:\.[\w-]{22}){1,4})$/;

type Keys = Pick<Services, 'secrets'>;

/**
 * The id of a browser that has signed in to this account before, by its token (OWASP, "Device Cookies"): a random number and a seal
 * for each account. It opens nothing; tries with it are counted apart, so that strangers can't use up its own.
 */
export function knownDevice(services: Keys, token: string | undefined, memberId: number): string | undefined {
  const { id, seals } = readToken(token);
  if (!id) return undefined;
  const ours = sealsFor(services, id, memberId).map((seal) => Buffer.from(seal));
  const isKnown = seals.some((seal) => ours.some((expected) => timingSafeEqual(Buffer.from(seal), expected)));
  return isKnown ? id : undefined;
}

/** The token of this browser from now on, where it has signed in to this account. */
export function rememberAccount(services: Keys, token: string | undefined, memberId: number): string {
  const { id = randomBytes(SEAL_BYTES).toString('base64url'), seals } = readToken(token);
  const ours = sealsFor(services, id, memberId);
  const others = seals.filter((other) => !ours.includes(other));
  return [id, ours[0], ...others].slice(0, 1 + MAX_ACCOUNTS).join('.');
}

/** The first is the one to give; the others are of former keys. */
function sealsFor({ secrets }: Keys, id: string, memberId: number): string[] {
  return secrets.knownDevice.map((key) => mac(key, id, String(memberId)).subarray(0, SEAL_BYTES).toString('base64url'));
}

function readToken(token: string | undefined): { id?: string; seals: string[] } {
  const [, id, rest = ''] = TOKEN_PATTERN.exec(token ?? '') ?? [];
  return id ? { id, seals: rest.slice(1).split('.') } : { seals: [] };
}
