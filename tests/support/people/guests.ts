import { activate, signUp } from '#contracts/auth.ts';
import { getAgreement } from '#contracts/consents.ts';
import type { InputOf } from '#contracts/contract.ts';
import { type Api, dataOf, newAddress } from '../app/api.ts';
import type { TestServices } from '../app/services.ts';
import { emailsTo, tokenIn } from './emails.ts';

export const GUEST_PASSWORD = 'Blue-4-horses';

type Form = InputOf<typeof signUp>;

let guests = 0;

/** A valid sign-up form, except for `changes`. */
export async function fillSignUp(api: Api, changes: Partial<Form> = {}): Promise<Form> {
  guests += 1;
  return {
    username: `guest-${guests}`,
    email: `guest-${guests}@demo.example`,
    password: GUEST_PASSWORD,
    password_repeat: changes.password ?? GUEST_PASSWORD,
    ref: 'anna',
    agreed: await shownAgreement(api),
    bot_check: await api.answer(),
    ...changes,
  };
}

/** What the form shows now, as a guest agrees to it. */
export async function shownAgreement(api: Api): Promise<string> {
  return dataOf(await api.call(getAgreement, {}, { address: newAddress() })).agreed;
}

/** Signs a guest up and reads the token of the activation e-mail, without using it. */
export async function newGuest(
  api: Api,
  testServices: TestServices,
  changes: Partial<Form> = {},
): Promise<Form & { token: string }> {
  const form = await fillSignUp(api, changes);
  dataOf(await api.call(signUp, form, { address: newAddress() }));
  return { ...form, token: tokenIn((await emailsTo(testServices, form.email)).at(-1)) };
}

/** Creates a member for a test that changes or deletes one. */
export async function newMember(api: Api, testServices: TestServices, changes: Partial<Form> = {}): Promise<Form> {
  const { token, ...form } = await newGuest(api, testServices, changes);
  dataOf(await api.call(activate, { token }, { address: newAddress() }));
  return form;
}
