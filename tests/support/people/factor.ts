import { Secret, TOTP } from 'otpauth';
import { signIn } from '#contracts/auth.ts';
import { confirmTotp, startTotp } from '#contracts/second-factor.ts';
import { type Api, dataOf, newAddress } from '../app/api.ts';
import { GUEST_PASSWORD } from './guests.ts';
import type { TestServices } from '../app/services.ts';

export const STEP_SECONDS = 30;

/** The code that an authenticator app shows at that time. */
export function codeOf(secret: string, now: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: now.getTime() });
}

/** Turns the second factor on, then advances the clock: a used code is not accepted again. */
export async function switchOn(
  api: Api,
  { clock }: Pick<TestServices, 'clock'>,
  bearer: string,
  password = GUEST_PASSWORD,
): Promise<{ secret: string; codes: string[]; code: () => string }> {
  const { setup, secret } = dataOf(await api.call(startTotp, {}, { bearer }));
  const input = { setup, password, code: codeOf(secret, clock.now()) };
  const { recovery_codes: codes } = dataOf(await api.call(confirmTotp, input, { bearer }));
  clock.advance(STEP_SECONDS);
  return { secret, codes, code: () => codeOf(secret, clock.now()) };
}

/** Sends the password only; resolves to the token of the pending sign-in. */
export async function beginSignIn(api: Api, login: string, password = GUEST_PASSWORD): Promise<string> {
  const form = { login, password, bot_check: await api.answer() };
  const data = dataOf(await api.call(signIn, form, { address: newAddress() }));
  if (!('pending' in data)) throw new Error('No code is asked for.');
  return data.pending;
}
