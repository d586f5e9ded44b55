import * as z from 'zod/mini';
import { PASSWORD_MAX } from '#domain/password.ts';
import { PASSKEY_NAME_MAX } from '#domain/second-factor.ts';
import { contract } from './contract.ts';
import { codeField, endOthersField, nameField, requiredText, text } from './fields.ts';

// Separate from `second-factor.ts`, which the sign-in page does not load.
export const passkeyState = requiredText(1024);

/** Values of `navigator.credentials`, in base64url. */
export const createdPasskey = z.strictObject({
  id: requiredText(1400),
  response: z.strictObject({
    clientDataJSON: requiredText(4000),
    attestationObject: requiredText(16_000),
    transports: z.optional(z.array(text(32)).check(z.maxLength(10))),
  }),
});

export const shownPasskey = z.strictObject({
  id: requiredText(1400),
  response: z.strictObject({
    clientDataJSON: requiredText(4000),
    authenticatorData: requiredText(4000),
    signature: requiredText(4000),
    userHandle: z.optional(text(128)),
  }),
});

const options = z.record(z.string(), z.unknown());
export const askedPasskey = z.object({ options, state: z.string() });

export const startPasskey = contract({
  method: 'POST',
  path: '/api/users/passkeys/options/',
  summary: 'What a browser needs to make a passkey for me',
  caller: 'member',
  input: z.strictObject({ password: requiredText(PASSWORD_MAX), code: codeField }),
  output: askedPasskey,
  success: 200,
  refusals: ['too_many_passkeys', 'too_often'],
});

export const savePasskey = contract({
  method: 'POST',
  path: '/api/users/passkeys/',
  summary: 'Keeps a passkey that my browser has made; it signs me in without a password',
  caller: 'member',
  input: z.strictObject({
    ...{ state: passkeyState, name: nameField(PASSKEY_NAME_MAX), passkey: createdPasskey },
    end_others: endOthersField,
  }),
  output: z.object({}),
  success: 201,
  refusals: ['passkey_invalid', 'too_many_passkeys'],
});

export const removePasskey = contract({
  method: 'POST',
  path: '/api/users/passkeys/removal/',
  summary: 'Takes one of my passkeys away; one that is gone stays gone',
  caller: 'member',
  input: z.strictObject({ id: text(1400), password: requiredText(PASSWORD_MAX), code: codeField }),
  output: z.object({}),
  success: 200,
  refusals: ['too_often'],
});

export const askForPasskey = contract({
  method: 'GET',
  path: '/api/auth/passkey/',
  summary: 'What a browser needs to show one of its passkeys',
  caller: 'anyone',
  input: z.strictObject({}),
  output: askedPasskey,
  success: 200,
  refusals: ['too_often'],
});

export const signInByPasskey = contract({
  method: 'POST',
  path: '/api/auth/sign-in/passkey/',
  summary: 'Opens a session with a passkey, without a password',
  caller: 'anyone',
  input: z.strictObject({ state: passkeyState, passkey: shownPasskey, device: z.optional(text(256)) }),
  output: z.object({ access: z.string(), refresh: z.string(), device: z.string() }),
  success: 200,
  refusals: ['passkey_unknown', 'member_blocked', 'too_often'],
});
