import { hashPassword, isPassword, SMALL_COST } from '#server/auth/index.ts';
import { mac, type Secrets } from '#server/secrets.ts';

/**
 * Four digits have ten thousand forms: only a key that is not in the database keeps a stolen hash from telling them.
 * A withdrawal keeps its member's accounts locked while the PIN is hashed.
 */
export function hashPin(secrets: Secrets, memberId: number, pin: string): Promise<string> {
  return hashPassword(peppered(secrets, memberId, pin), SMALL_COST);
}

export function isPin(secrets: Secrets, memberId: number, pin: string, stored: string): Promise<boolean> {
  return isPassword(peppered(secrets, memberId, pin), stored);
}

function peppered(secrets: Secrets, memberId: number, pin: string): string {
  return mac(secrets.pin, String(memberId), pin).toString('base64url');
}
