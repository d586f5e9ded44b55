import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { CONSOLE_LANGUAGES, STAFF_ROLES } from '#domain/staff.ts';
import { contract } from '../contract.ts';
import { emailField, requiredNameField, wholeNumber } from '../fields.ts';
import { reasonField } from './fields.ts';

const roleField = z.enum(STAFF_ROLES, fault('invalid'));

const person = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  state: z.enum(['invited', 'active', 'disabled']),
  invited_at: z.iso.datetime(),
  last_seen_at: z.nullable(z.iso.datetime()),
  passkeys: z.number(),
  is_you: z.boolean(),
});
export type StaffPerson = z.infer<typeof person>;

/** `waiting`: nothing has changed until another owner approves. */
const changed = z.object({ outcome: z.enum(['done', 'waiting']), person: z.nullable(person) });
export type StaffChange = z.infer<typeof changed>;

export const listStaff = contract({
  method: 'GET',
  path: '/operator/api/staff/',
  summary: 'Everybody who works at the console, at most 200',
  caller: 'staff',
  ability: 'staff.change',
  input: z.strictObject({}),
  output: z.object({ items: z.array(person) }),
  success: 200,
  refusals: [],
});

export const inviteStaff = contract({
  method: 'POST',
  path: '/operator/api/staff/',
  summary: 'Invites somebody by e-mail; the link is valid for three days',
  caller: 'staff',
  ability: 'staff.change',
  confirmed: true,
  input: z.strictObject({
    email: emailField,
    name: requiredNameField(80),
    role: roleField,
    language: z.enum(CONSOLE_LANGUAGES, fault('invalid')),
    reason: reasonField,
  }),
  output: changed,
  success: 201,
  refusals: ['no_second_owner', 'approval_waits'],
});

const id = wholeNumber(1, 999_999_999);

export const changeStaffRole = contract({
  method: 'POST',
  path: '/operator/api/staff/{id}/role/',
  summary: 'Gives somebody another role; what they may do changes at once',
  caller: 'staff',
  ability: 'staff.change',
  confirmed: true,
  input: z.strictObject({ id, role: roleField, reason: reasonField }),
  output: changed,
  success: 200,
  refusals: ['not_found', 'last_owner', 'not_yourself', 'no_second_owner', 'approval_waits'],
});

export const switchStaff = contract({
  method: 'POST',
  path: '/operator/api/staff/{id}/access/',
  summary: 'Takes somebody’s access away, with all their sessions, or gives it back',
  caller: 'staff',
  ability: 'staff.change',
  confirmed: true,
  input: z.strictObject({ id, access: z.enum(['on', 'off'], fault('invalid')), reason: reasonField }),
  output: changed,
  success: 200,
  refusals: ['not_found', 'last_owner', 'not_yourself', 'no_second_owner', 'approval_waits'],
});

export const inviteStaffAgain = contract({
  method: 'POST',
  path: '/operator/api/staff/{id}/invitation/',
  summary:
    'Sends a new link to set password and second factor, for a lost telephone as for a lost e-mail; sessions and passkeys end',
  caller: 'staff',
  ability: 'staff.change',
  confirmed: true,
  input: z.strictObject({ id, reason: reasonField }),
  output: changed,
  success: 200,
  refusals: ['not_found', 'not_yourself', 'no_second_owner', 'approval_waits'],
});
