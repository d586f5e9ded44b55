import * as z from 'zod/mini';
import { CONTACT_KINDS, CONTACT_MAX, CONTACTS_VISIBILITIES, NAME_MAX } from '#domain/contacts.ts';
import { fault } from '#domain/field-faults.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { PASSWORD_MAX } from '#domain/password.ts';
import { WEEK_STARTS } from '#domain/week-start.ts';
import { contract } from './contract.ts';
import { codeField, emailField, nameField, newPasswordField, repeats, requiredText, text } from './fields.ts';

const contact = nameField(CONTACT_MAX);
const [telegram, phone, other] = CONTACT_KINDS;

const settings = z.object({
  name: z.nullable(z.string()),
  email: z.string(),
  new_email: z.nullable(z.string()),
  contacts: z.object({ [telegram]: z.string(), [phone]: z.string(), [other]: z.string() }),
  contacts_visibility: z.enum(CONTACTS_VISIBILITIES),
  partner_shows_name: z.boolean(),
  shows_upline: z.boolean(),
  in_sitemap: z.boolean(),
  week_start: z.enum(WEEK_STARTS),
  /** Null until the first change. */
  password_changed_at: z.nullable(z.iso.datetime()),
  pin_set: z.boolean(),
  saved_destinations: z.number(),
  second_factor: z.boolean(),
});

export type Settings = z.infer<typeof settings>;

export const getSettings = contract({
  method: 'GET',
  path: '/api/users/settings/',
  summary: 'My own settings',
  caller: 'member',
  input: z.strictObject({}),
  output: settings,
  success: 200,
  refusals: [],
});

export const saveSettings = contract({
  method: 'POST',
  path: '/api/users/profile/',
  summary:
    'Saves my name, contacts, what others see and the first day of my week; a new e-mail counts once its link has been used',
  caller: 'member',
  input: z.strictObject({
    name: nameField(NAME_MAX),
    email: emailField,
    /** Required if the e-mail changes. */
    password: z.optional(text(PASSWORD_MAX)),
    code: codeField,
    contacts: z.strictObject({ [telegram]: contact, [phone]: contact, [other]: contact }),
    contacts_visibility: z.enum(CONTACTS_VISIBILITIES, { error: fault('invalid') }),
    partner_shows_name: z.boolean({ error: fault('invalid') }),
    /** Default: unchanged. */
    shows_upline: z.optional(z.boolean({ error: fault('invalid') })),
    in_sitemap: z.boolean({ error: fault('invalid') }),
    week_start: z.optional(z.enum(WEEK_STARTS, { error: fault('invalid') })),
  }),
  output: settings,
  success: 200,
  refusals: ['too_often'],
});

export const chooseLanguage = contract({
  method: 'POST',
  path: '/api/users/language/',
  summary: 'The language of my e-mails from now on: the one I have chosen for the pages',
  caller: 'member',
  input: z.strictObject({
    language: z.enum(
      LANGUAGES.map(({ segment }) => segment),
      { error: fault('invalid') },
    ),
  }),
  output: z.object({}),
  success: 200,
  refusals: [],
});

export const confirmEmail = contract({
  method: 'POST',
  path: '/api/users/email/confirmation/',
  summary: 'Uses the link that was sent to a new address; from then on it is the account’s',
  caller: 'anyone',
  input: z.strictObject({ token: requiredText(128) }),
  output: z.object({ email: z.string() }),
  success: 200,
  refusals: ['email_link_invalid', 'too_often'],
});

export const changePassword = contract({
  method: 'POST',
  path: '/api/users/password/',
  summary: 'Changes the account’s password; every other session ends',
  caller: 'member',
  input: z
    .strictObject({
      old: requiredText(PASSWORD_MAX),
      new: newPasswordField,
      new_repeat: requiredText(PASSWORD_MAX),
      code: codeField,
    })
    .check(repeats('new', 'new_repeat')),
  output: z.object({}),
  success: 200,
  refusals: ['too_often'],
});

export const listSessions = contract({
  method: 'GET',
  path: '/api/users/sessions/',
  summary: 'Where I am signed in',
  caller: 'member',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        /** Network range, not the full address. */
        place: z.string(),
        started_at: z.iso.datetime(),
        last_seen_at: z.iso.datetime(),
        is_this: z.boolean(),
      }),
    ),
    next: z.null(),
  }),
  success: 200,
  refusals: [],
});

export const endSessions = contract({
  method: 'POST',
  path: '/api/users/sessions/end/',
  summary: 'Ends one of my sessions, or with `all` every one but this',
  caller: 'member',
  input: z.strictObject({ id: z.optional(text(64)), all: z.optional(z.literal(true, fault('invalid'))) }),
  output: z.object({}),
  success: 200,
  refusals: ['not_found', 'session_is_this'],
});
