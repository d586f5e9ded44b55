import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { foldCode, isAppCode } from '#domain/second-factor.ts';

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
const MAX_SKEW_STEPS = 1;

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({
    issuer,
    label: account,
    secret: asSecret(secret),
    digits: DIGITS,
    period: STEP_SECONDS,
  }).toString();
}

/** Base32 in groups of four, for typing. */
export function totpSecretText(secret: Buffer): string {
  return (
    asSecret(secret)
      .base32.match(/.{1,4}/g)
      ?.join(' ') ?? ''
  );
}

/** Returns the code’s time step, the next `lastStep`: undefined for wrong codes and for steps up to `lastStep`. */
export function checkTotp(secret: Buffer, code: string, now: Date, lastStep: number | null): number | undefined {
  const token = foldCode(code);
  if (!isAppCode(token)) return undefined;
  const config = { digits: DIGITS, period: STEP_SECONDS, timestamp: now.getTime() };
  const delta = TOTP.validate({ ...config, token, secret: asSecret(secret), window: MAX_SKEW_STEPS });
  if (delta === null) return undefined;
  const step = TOTP.counter({ period: STEP_SECONDS, timestamp: now.getTime() }) + delta;
  return lastStep === null || step > lastStep ? step : undefined;
}

function asSecret(secret: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer });
}

export function totpCode(secret: Buffer, now: Date): string {
  return TOTP.generate({ secret: asSecret(secret), digits: DIGITS, period: STEP_SECONDS, timestamp: now.getTime() });
}
