import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { PASSWORD_MAX } from '#domain/password.ts';
import { PASSKEY_NAME_MAX } from '#domain/second-factor.ts';
import { ABILITIES, CONSOLE_LANGUAGES, STAFF_ROLES } from '#domain/staff.ts';
import { contract } from '../contract.ts';
import { askedPasskey, createdPasskey, passkeyState, shownPasskey } from '../passkeys.ts';
import {
  appCodeField,
  botCheckField,
  emailField,
  newPasswordField,
  repeats,
  requiredNameField,
  requiredText,
  text,
} from '../fields.ts';

const linkToken = requiredText(128);

const session = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  abilities: z.array(z.enum(ABILITIES)),
  language: z.enum(CONSOLE_LANGUAGES),
  ends_at: z.iso.datetime(),
  confirmed_until: z.iso.datetime(),
  page_owner: z.string(),
});
export type StaffMe = z.infer<typeof session>;

const opened = z.object({ token: z.string(), device: z.string() });
const device = z.optional(text(256));
const passkeyAnswer = z.strictObject({ state: passkeyState, passkey: shownPasskey });
const shownAtSignIn = z.strictObject({ ...passkeyAnswer.shape, device });
const nothing = z.strictObject({});

export const signInStaff = contract({
  method: 'POST',
  path: '/operator/api/sign-in/',
  summary:
    'Opens a session of 12 hours, or until an hour has passed without a call, by e-mail, password and a code of the authenticator app',
  caller: 'anyone',
  input: z.strictObject({
    email: emailField,
    password: requiredText(PASSWORD_MAX),
    code: appCodeField,
    /** Required in an unknown browser. */
    bot_check: z.optional(botCheckField),
    device,
  }),
  output: opened,
  success: 200,
  refusals: ['staff_credentials', 'bot_check_failed', 'too_often'],
});

export const askForPasskey = contract({
  method: 'POST',
  path: '/operator/api/sign-in/passkey/challenge/',
  summary: 'What a passkey has to sign to open a session',
  caller: 'anyone',
  input: nothing,
  output: askedPasskey,
  success: 200,
  refusals: ['too_often'],
});

export const signInByPasskey = contract({
  method: 'POST',
  path: '/operator/api/sign-in/passkey/',
  summary: 'Opens a session of 12 hours by a passkey alone, which has asked for a finger, a face or a PIN itself',
  caller: 'anyone',
  input: shownAtSignIn,
  output: opened,
  success: 200,
  refusals: ['passkey_unknown', 'too_often'],
});

export const readInvitation = contract({
  method: 'POST',
  path: '/operator/api/invitation/link/',
  summary: 'Whom an invitation is for, and the secret for their authenticator app; changes nothing',
  caller: 'anyone',
  input: z.strictObject({ token: linkToken }),
  output: z.object({
    name: z.string(),
    email: z.string(),
    role: z.enum(STAFF_ROLES),
    language: z.enum(CONSOLE_LANGUAGES),
    totp_uri: z.string(),
    totp_secret: z.string(),
  }),
  success: 200,
  refusals: ['invitation_invalid', 'too_often'],
});

export const acceptInvitation = contract({
  method: 'POST',
  path: '/operator/api/invitation/',
  summary: 'Sets the password and the second factor, and opens the first session',
  caller: 'anyone',
  input: z
    .strictObject({
      token: linkToken,
      password: newPasswordField,
      password_repeat: requiredText(PASSWORD_MAX),
      code: appCodeField,
    })
    .check(repeats('password', 'password_repeat')),
  output: opened,
  success: 200,
  refusals: ['invitation_invalid', 'too_often'],
});

export const getStaffSession = contract({
  method: 'GET',
  path: '/operator/api/session/',
  summary: 'Who I am and what I may do',
  caller: 'staff',
  input: nothing,
  output: session,
  success: 200,
  refusals: [],
});

export const confirmStaff = contract({
  method: 'POST',
  path: '/operator/api/session/confirmation/',
  summary: 'Shows the second factor again, before money moves',
  caller: 'staff',
  input: z.strictObject({ code: appCodeField }),
  output: session,
  success: 200,
  refusals: ['too_often'],
});

export const askForConfirmation = contract({
  method: 'POST',
  path: '/operator/api/session/confirmation/passkey/challenge/',
  summary: 'What one of my passkeys has to sign to confirm that it is me',
  caller: 'staff',
  input: nothing,
  output: askedPasskey,
  success: 200,
  refusals: [],
});

export const confirmByPasskey = contract({
  method: 'POST',
  path: '/operator/api/session/confirmation/passkey/',
  summary: 'Shows a passkey again, before money moves',
  caller: 'staff',
  input: passkeyAnswer,
  output: session,
  success: 200,
  refusals: ['passkey_unknown'],
});

export const endStaffSession = contract({
  method: 'POST',
  path: '/operator/api/session/end/',
  summary: 'Ends this session',
  caller: 'staff',
  input: nothing,
  output: z.object({}),
  success: 200,
  refusals: [],
});

export const chooseConsoleLanguage = contract({
  method: 'POST',
  path: '/operator/api/session/language/',
  summary: 'The language in which I read the console',
  caller: 'staff',
  input: z.strictObject({ language: z.enum(CONSOLE_LANGUAGES, fault('invalid')) }),
  output: session,
  success: 200,
  refusals: [],
});

const sessions = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      address: z.string(),
      started_at: z.iso.datetime(),
      /** Updated at most once a minute. */
      last_seen_at: z.iso.datetime(),
      is_this: z.boolean(),
    }),
  ),
});

export const listStaffSessions = contract({
  method: 'GET',
  path: '/operator/api/session/all/',
  summary: 'Where I am signed in',
  caller: 'staff',
  input: nothing,
  output: sessions,
  success: 200,
  refusals: [],
});

export const endOtherStaffSessions = contract({
  method: 'POST',
  path: '/operator/api/session/others/end/',
  summary: 'Ends all my sessions but this one',
  caller: 'staff',
  confirmed: true,
  input: nothing,
  output: sessions,
  success: 200,
  refusals: [],
});

export const changeStaffPassword = contract({
  method: 'POST',
  path: '/operator/api/session/password/',
  summary: 'Changes my password by the old one; all my other sessions end',
  caller: 'staff',
  confirmed: true,
  input: z
    .strictObject({
      old: requiredText(PASSWORD_MAX),
      new: newPasswordField,
      new_repeat: requiredText(PASSWORD_MAX),
    })
    .check(repeats('new', 'new_repeat')),
  output: sessions,
  success: 200,
  refusals: ['too_often'],
});

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.nullable(z.iso.datetime()),
});
const passkeys = z.object({ items: z.array(passkey) });

export const listPasskeys = contract({
  method: 'GET',
  path: '/operator/api/passkeys/',
  summary: 'My passkeys',
  caller: 'staff',
  input: nothing,
  output: passkeys,
  success: 200,
  refusals: [],
});

export const askToAddPasskey = contract({
  method: 'POST',
  path: '/operator/api/passkeys/challenge/',
  summary: 'What a new passkey has to sign',
  caller: 'staff',
  confirmed: true,
  input: nothing,
  output: askedPasskey,
  success: 200,
  refusals: [],
});

export const addPasskey = contract({
  method: 'POST',
  path: '/operator/api/passkeys/',
  summary: 'Adds a passkey, by which I can sign in from then on',
  caller: 'staff',
  confirmed: true,
  input: z.strictObject({ name: requiredNameField(PASSKEY_NAME_MAX), state: passkeyState, passkey: createdPasskey }),
  output: passkeys,
  success: 201,
  refusals: ['passkey_invalid'],
});

export const removePasskey = contract({
  method: 'POST',
  path: '/operator/api/passkeys/{id}/removal/',
  summary: 'Removes one of my passkeys; removing it again changes nothing',
  caller: 'staff',
  confirmed: true,
  input: z.strictObject({ id: text(1024) }),
  output: passkeys,
  success: 200,
  refusals: [],
});
