import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { House } from '#server/house.ts';
import { mac } from '#server/secrets.ts';

/** A phone that a family shares knows so many accounts; the one it has not seen for longest is forgotten first. */
const MAX_ACCOUNTS = 4;
const SEAL_BYTES = 16;
const TOKEN_PATTERN = /^([\w-]{22})((?:\.[\w-]{22}){1,4})$/;

type Keys = Pick<House, 'secrets'>;

/**
 * The id of a browser that has signed in to this account before, by its token (OWASP, "Device Cookies"): a random number and a seal
 * for each account. It opens nothing; tries with it are counted apart, so that strangers can't use up its own.
 */
export function knownDevice(house: Keys, token: string | undefined, memberId: number): string | undefined {
  const { id, seals } = readToken(token);
  if (!id) return undefined;
  const expected = Buffer.from(sealFor(house, id, memberId));
  return seals.some((seal) => timingSafeEqual(Buffer.from(seal), expected)) ? id : undefined;
}

/** The token of this browser from now on, where it has signed in to this account. */
export function rememberAccount(house: Keys, token: string | undefined, memberId: number): string {
  const { id = randomBytes(SEAL_BYTES).toString('base64url'), seals } = readToken(token);
  const seal = sealFor(house, id, memberId);
  const others = seals.filter((other) => other !== seal);
  return [id, seal, ...others].slice(0, 1 + MAX_ACCOUNTS).join('.');
}

function sealFor({ secrets }: Keys, id: string, memberId: number): string {
  return mac(secrets.knownDevice, id, String(memberId)).subarray(0, SEAL_BYTES).toString('base64url');
}

function readToken(token: string | undefined): { id?: string; seals: string[] } {
  const [, id, rest = ''] = TOKEN_PATTERN.exec(token ?? '') ?? [];
  return id ? { id, seals: rest.slice(1).split('.') } : { seals: [] };
}
