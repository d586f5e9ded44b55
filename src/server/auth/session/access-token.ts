import { sign, verify } from 'hono/jwt';
import type { House } from '#server/house.ts';
import { ACCESS_SECONDS } from './lifetimes.ts';

type Claims = { sub: string; fam: string; iat: number; exp: number };
export type AccessClaims = { memberId: number; familyId: string };

export function signAccessToken(house: House, { memberId, familyId }: AccessClaims): Promise<string> {
  const iat = Math.floor(house.clock.now().getTime() / 1000);
  const claims: Claims = { sub: String(memberId), fam: familyId, iat, exp: iat + ACCESS_SECONDS };
  return sign(claims, house.secrets.accessToken.toString('base64url'), 'HS256');
}

/** Which tokens were found to be ours. Whether they are over, and whose session they name, is asked each time. */
const known = new Map<string, Claims>();
const MOST_KNOWN = 5_000;

/** The claims of a token that is ours and not over; nothing for any other string. */
export async function readAccessToken(house: House, token: string): Promise<AccessClaims | undefined> {
  const key = house.secrets.accessToken.toString('base64url');
  const claims = known.get(key + token) ?? (await verifyToken(key, token));
  if (!claims || claims.exp * 1000 <= house.clock.now().getTime()) return undefined;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key + token, claims);
  return { memberId: Number(claims.sub), familyId: claims.fam };
}

async function verifyToken(key: string, token: string): Promise<Claims | undefined> {
  try {
    const payload = await verify(token, key, { alg: 'HS256', exp: false, iat: false, nbf: false });
    const { sub, fam, iat, exp } = payload as Partial<Claims>;
    const isWhole = typeof sub === 'string' && typeof fam === 'string' && typeof exp === 'number';
    return isWhole ? { sub, fam, iat: iat ?? 0, exp } : undefined;
  } catch {
    return undefined;
  }
}
