import * as z from 'zod/mini';
import { PASSWORD_MAX } from '#domain/password.ts';
import { SECURITY_EVENTS } from '#domain/security-events.ts';
import { contract } from './contract.ts';
import { appCodeField, endOthersField, pageFields, pageOf, requiredCodeField, requiredText, text } from './fields.ts';

const password = requiredText(PASSWORD_MAX);
const state = requiredText(1024);

const codes = z.object({ recovery_codes: z.array(z.string()) });

export const getSecondFactor = contract({
  method: 'GET',
  path: '/api/users/second-factor/',
  summary: 'Whether codes of an authenticator app are asked of me, and my passkeys',
  caller: 'member',
  input: z.strictObject({}),
  output: z.object({
    is_on: z.boolean(),
    set_at: z.nullable(z.iso.datetime()),
    recovery_codes_left: z.number(),
    removal_due_at: z.nullable(z.iso.datetime()),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        created_at: z.iso.datetime(),
        used_at: z.nullable(z.iso.datetime()),
      }),
    ),
  }),
  success: 200,
  refusals: [],
});

export const startTotp = contract({
  method: 'GET',
  path: '/api/users/second-factor/app/',
  summary: 'A new secret for an authenticator app; nothing is kept before a code of it comes back with `setup`',
  caller: 'member',
  input: z.strictObject({}),
  output: z.object({ setup: z.string(), secret: z.string(), uri: z.string() }),
  success: 200,
  refusals: ['factor_already_on'],
});

export const readTotpSetup = contract({
  method: 'POST',
  path: '/api/users/second-factor/app/',
  summary: 'The same secret again, for a page that has to be rendered once more',
  caller: 'member',
  input: z.strictObject({ setup: state }),
  output: z.object({ setup: z.string(), secret: z.string(), uri: z.string() }),
  success: 200,
  refusals: ['setup_expired'],
});

export const confirmTotp = contract({
  method: 'POST',
  path: '/api/users/second-factor/',
  summary: 'Switches the second factor on with a first code, and shows the recovery codes, once',
  caller: 'member',
  input: z.strictObject({ setup: state, password, code: appCodeField, end_others: endOthersField }),
  output: codes,
  success: 200,
  refusals: ['factor_already_on', 'setup_expired', 'too_often'],
});

export const removeTotp = contract({
  method: 'POST',
  path: '/api/users/second-factor/removal/',
  summary: 'Switches the second factor off; where it is off already, nothing changes',
  caller: 'member',
  input: z.strictObject({ password, code: requiredCodeField }),
  output: z.object({}),
  success: 200,
  refusals: ['too_often'],
});

export const renewRecoveryCodes = contract({
  method: 'POST',
  path: '/api/users/second-factor/recovery-codes/',
  summary: 'Ten new recovery codes, shown once; the old ones are void',
  caller: 'member',
  input: z.strictObject({ password, code: requiredCodeField }),
  output: codes,
  success: 200,
  refusals: ['factor_not_on', 'too_often'],
});

export const listSecurityEvents = contract({
  method: 'GET',
  path: '/api/users/security-events/',
  summary: 'What happened with my account, newest first',
  caller: 'member',
  input: z.strictObject(pageFields(100)),
  output: z.object(
    pageOf(
      z.object({
        id: z.string(),
        kind: z.enum(SECURITY_EVENTS),
        /** Name of the passkey or destination; empty for other kinds. */
        about: z.string(),
        /** `Firefox, Android`; empty if support or a job did it. */
        device: z.string(),
        place: z.string(),
        at: z.iso.datetime(),
      }),
    ),
  ),
  success: 200,
  refusals: [],
});

const tokens = z.object({ access: z.string(), refresh: z.string(), device: z.string() });
const device = z.optional(text(256));

export const signInByCode = contract({
  method: 'POST',
  path: '/api/auth/sign-in/code/',
  summary:
    'Opens the session of somebody whose password was right, with a code of their authenticator app or a recovery code',
  caller: 'anyone',
  input: z.strictObject({ pending: state, code: requiredCodeField, device }),
  output: tokens,
  success: 200,
  refusals: ['sign_in_expired', 'member_blocked', 'too_often'],
});

export const keepFactor = contract({
  method: 'POST',
  path: '/api/auth/second-factor/keeping/',
  summary: 'Stops support from taking a second factor away, by the link of the e-mail about it',
  caller: 'anyone',
  input: z.strictObject({ token: requiredText(128) }),
  output: z.object({}),
  success: 200,
  refusals: ['removal_link_invalid', 'too_often'],
});
