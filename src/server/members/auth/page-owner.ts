import type { Services } from '#server/api/services.ts';
import { isMadeWithOne, mac } from '#server/base/secrets.ts';

export type Owner = { kind: 'member' | 'staff'; id: number; name: string };

type Keys = { secrets: Pick<Services['secrets'], 'pageOwner'> };

/** Format: encoded name, dot, MAC of the id. */
export function pageOwner({ secrets }: Keys, owner: Owner): string {
  return `${encodeURIComponent(owner.name)}.${macOf(secrets.pageOwner[0], owner).toString('base64url')}`;
}

export function isPageOwner({ secrets }: Keys, claim: string, owner: Omit<Owner, 'name'>): boolean {
  const proof = Buffer.from(claim.slice(claim.lastIndexOf('.') + 1), 'base64url');
  return isMadeWithOne(secrets.pageOwner, proof, (key) => macOf(key, owner));
}

/** Unverified, so show it only to its sender. Undefined if there is none. */
export function nameOfOwner(claim: string): string | undefined {
  try {
    return decodeURIComponent(claim.slice(0, Math.max(0, claim.lastIndexOf('.')))).slice(0, NAME_MAX) || undefined;
  } catch {
    return undefined;
  }
}

const NAME_MAX = 64;

function macOf(key: Buffer, { kind, id }: Omit<Owner, 'name'>): Buffer {
  return mac(key, kind, String(id)).subarray(0, 16);
}
