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

/** The claims of a token that is ours and not over; nothing for any other string. */
export async function readAccessToken(house: House, token: string): Promise<AccessClaims | undefined> {
  try {
    const payload = await verify(token, house.secrets.accessToken.toString('base64url'), {
      alg: 'HS256',
      exp: false,
      iat: false,
      nbf: false,
    });
    const { sub, fam, exp } = payload as Partial<Claims>;
    if (typeof sub !== 'string' || typeof fam !== 'string' || typeof exp !== 'number') return undefined;
    if (exp * 1000 <= house.clock.now().getTime()) return undefined;
    return { memberId: Number(sub), familyId: fam };
  } catch {
    return undefined;
  }
}
