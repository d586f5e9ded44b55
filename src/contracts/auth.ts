import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { REF_PATTERN, soundsOfficial } from '#domain/identity.ts';
import { KEPT_FORM_MAX, KEPT_PAGES } from '#domain/kept-forms.ts';
import { PAGE_OWNER_MAX } from '#domain/page-owner.ts';
import { PASSWORD_MAX } from '#domain/password.ts';
import { MAX_PASSKEYS } from '#domain/second-factor.ts';
import { contract } from './contract.ts';
import {
  botCheckField,
  emailField,
  must,
  newPasswordField,
  repeats,
  requiredText,
  text,
  usernameField,
} from './fields.ts';

const nothing = z.object({});
const tokens = z.object({ access: z.string(), refresh: z.string() });
const linkToken = requiredText(128);
/** `sign_up` of `signUp`. Browsers have it in a cookie and leave it out. */
const signUpToken = z.optional(text(512));
const keptPage = z.enum(KEPT_PAGES, fault('invalid'));
const keptValues = z.record(z.string().check(z.maxLength(64)), text(4000));

export const getBotCheck = contract({
  method: 'GET',
  path: '/api/auth/bot-check/',
  summary: 'A fresh challenge: proof of work in the ALTCHA protocol, and a question in words that may stand in for it',
  caller: 'anyone',
  /** With `only`, `challenge` is null: making one costs the server a key derivation. */
  input: z.strictObject({ only: z.optional(z.literal('question', fault('invalid'))) }),
  output: z.object({
    challenge: z.nullable(z.record(z.string(), z.unknown())),
    question: z.object({ token: z.string(), words: z.string() }),
  }),
  success: 200,
  refusals: [],
});

export const signUp = contract({
  method: 'POST',
  path: '/api/auth/sign-up/',
  summary: 'Registers a guest under an inviter and sends the activation link',
  caller: 'anyone',
  input: z
    .strictObject({
      username: usernameField.check(must((value) => !soundsOfficial(value), 'username_taken')),
      email: emailField,
      password: newPasswordField,
      password_repeat: requiredText(PASSWORD_MAX),
      ref: text(64).check(
        must((value) => value !== '', 'inviter_required'),
        must((value) => value === '' || REF_PATTERN.test(value), 'inviter_unknown'),
      ),
      /** `agreed` of `getAgreement`: what the guest was shown and agreed to. */
      agreed: text(64).check(must((value) => value !== '', 'agreement_required')),
      /** Also lets uplines beyond the inviter see name, photo and status. */
      shows_upline: z.optional(z.boolean(fault('invalid'))),
      bot_check: botCheckField,
    })
    .check(repeats('password', 'password_repeat')),
  output: z.object({
    email: z.string(),
    /** For `correctSignUp`, valid for an hour. */
    sign_up: z.optional(z.string()),
  }),
  success: 201,
  refusals: ['bot_check_failed', 'too_often'],
});

export const readSignUp = contract({
  method: 'POST',
  path: '/api/auth/sign-up/waiting/',
  summary: 'Says which account of this visitor waits for activation; changes nothing',
  caller: 'anyone',
  input: z.strictObject({ sign_up: signUpToken }),
  output: z.object({ username: z.string(), email: z.string() }),
  success: 200,
  refusals: ['sign_up_over'],
});

export const correctSignUp = contract({
  method: 'POST',
  path: '/api/auth/sign-up/email/',
  summary: 'Corrects the e-mail of an account that is not active yet; earlier activation links become void',
  caller: 'anyone',
  input: z.strictObject({ sign_up: signUpToken, email: emailField }),
  output: z.object({ email: z.string() }),
  success: 200,
  refusals: ['sign_up_over', 'too_often'],
});

export const readActivation = contract({
  method: 'POST',
  path: '/api/auth/activation/link/',
  summary: 'Says whose account an activation link would make, and whether it asks for a password; changes nothing',
  caller: 'anyone',
  input: z.strictObject({ token: linkToken }),
  output: z.object({ username: z.string(), inviter: z.nullable(z.string()), asks_password: z.boolean() }),
  success: 200,
  refusals: ['activation_link_invalid', 'already_active', 'too_often'],
});

export const activate = contract({
  method: 'POST',
  path: '/api/auth/activation/',
  summary: 'Uses an activation link; only where it asks for a password, that is needed too',
  caller: 'anyone',
  input: z
    .strictObject({
      token: linkToken,
      password: z.optional(newPasswordField),
      password_repeat: z.optional(requiredText(PASSWORD_MAX)),
    })
    .check(repeats('password', 'password_repeat')),
  output: z.object({ username: z.string() }),
  success: 200,
  refusals: ['activation_link_invalid', 'already_active', 'too_often'],
});

export const resendActivation = contract({
  method: 'POST',
  path: '/api/auth/activation/resend/',
  summary: 'Sends a new activation link; the answer is the same whether or not there is such an account',
  caller: 'anyone',
  input: z.strictObject({ email: emailField, bot_check: botCheckField }),
  output: nothing,
  success: 202,
  refusals: ['bot_check_failed', 'too_often'],
});

export const signIn = contract({
  method: 'POST',
  path: '/api/auth/sign-in/',
  summary: 'Opens a session with an e-mail or a username and a password; with a second factor, its first half',
  caller: 'anyone',
  input: z.strictObject({
    login: requiredText(254),
    password: requiredText(PASSWORD_MAX),
    bot_check: botCheckField,
    /** `device` of an earlier response. Attempts of a known browser are counted apart. */
    device: z.optional(text(256)),
  }),
  /** `pending` if a second factor is needed: no session yet, continue with `signInByCode`. */
  output: z.union([z.extend(tokens, { device: z.string() }), z.object({ pending: z.string() })]),
  success: 200,
  refusals: ['wrong_credentials', 'not_activated', 'member_blocked', 'bot_check_failed', 'too_often'],
});

export const refreshSession = contract({
  method: 'POST',
  path: '/api/auth/token/refresh/',
  summary: 'Exchanges a refresh token for a new pair; the old one answers the same for 15 seconds',
  caller: 'anyone',
  input: z.strictObject({ refresh: requiredText(512) }),
  output: tokens,
  success: 200,
  refusals: ['session_ended'],
});

export const logout = contract({
  method: 'POST',
  path: '/api/auth/logout/',
  summary: 'Ends the session that a refresh token belongs to; an unknown token is fine',
  caller: 'anyone',
  input: z.strictObject({ refresh: requiredText(512) }),
  output: nothing,
  success: 200,
  refusals: [],
});

export const requestReset = contract({
  method: 'POST',
  path: '/api/auth/reset/',
  summary: 'Sends a password reset link; the answer is the same whether or not there is such an account',
  caller: 'anyone',
  input: z.strictObject({ email: emailField, bot_check: botCheckField }),
  output: nothing,
  success: 202,
  refusals: ['bot_check_failed', 'too_often'],
});

export const readReset = contract({
  method: 'POST',
  path: '/api/auth/reset/link/',
  summary:
    'Tells whose account a reset link is for, with its passkeys and a second factor that is new; changes nothing',
  caller: 'anyone',
  input: z.strictObject({ token: linkToken }),
  output: z.object({
    username: z.string(),
    ways_in: z.array(
      z.object({
        /** `app` for the second factor, otherwise the id of a passkey. `confirmReset` takes it as `keep`. */
        id: z.string(),
        kind: z.enum(['passkey', 'app']),
        name: z.string(),
        added_at: z.iso.datetime(),
        /** Added in the last 72 hours. */
        is_recent: z.boolean(),
      }),
    ),
  }),
  success: 200,
  refusals: ['reset_link_invalid', 'too_often'],
});

export const confirmReset = contract({
  method: 'POST',
  path: '/api/auth/reset/confirm/',
  summary: 'Sets a new password through a reset link, ends every session and removes passkeys that are not kept',
  caller: 'anyone',
  input: z
    .strictObject({
      token: linkToken,
      password: newPasswordField,
      password_repeat: requiredText(PASSWORD_MAX),
      /** Ids of `readReset`. If absent, passkeys of the last 72 hours are removed and the others stay. */
      keep: z.optional(z.array(text(1400)).check(z.maxLength(MAX_PASSKEYS + 1, fault('invalid')))),
    })
    .check(repeats('password', 'password_repeat')),
  output: nothing,
  success: 200,
  refusals: ['reset_link_invalid', 'too_often'],
});

export const keepForm = contract({
  method: 'POST',
  path: '/api/auth/kept-form/',
  summary: 'Seals what was typed into a form whose session is over, for the member it was rendered for and an hour',
  caller: 'anyone',
  input: z.strictObject({ page: keptPage, owner: requiredText(PAGE_OWNER_MAX), values: keptValues }),
  output: z.object({ kept: z.nullable(z.string()) }),
  success: 200,
  refusals: [],
});

export const openKeptForm = contract({
  method: 'POST',
  path: '/api/users/kept-form/',
  summary: 'Opens a sealed form for its owner',
  caller: 'member',
  input: z.strictObject({ page: keptPage, kept: requiredText(KEPT_FORM_MAX) }),
  /** Null for another member or page, after an hour, or if we did not seal it. */
  output: z.object({ values: z.nullable(z.record(z.string(), z.string())) }),
  success: 200,
  refusals: [],
});
