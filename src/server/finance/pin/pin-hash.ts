import { hashPassword, isPassword } from '#server/auth/index.ts';
import { mac, type Secrets } from '#server/secrets.ts';

/** Four digits have ten thousand forms: only a key that is not in the database keeps a stolen hash from telling them. */
export function hashPin(secrets: Secrets, memberId: number, pin: string): Promise<string> {
  return hashPassword(peppered(secrets, memberId, pin));
}

export function isPin(secrets: Secrets, memberId: number, pin: string, stored: string): Promise<boolean> {
  return isPassword(peppered(secrets, memberId, pin), stored);
}

function peppered(secrets: Secrets, memberId: number, pin: string): string {
  return mac(secrets.pin, String(memberId), pin).toString('base64url');
}
