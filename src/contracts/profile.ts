import * as z from 'zod/mini';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { WEEK_STARTS } from '#domain/week-start.ts';
import { contract } from './contract.ts';

export const memberCard = z.object({
  username: z.string(),
  name: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  career_status: z.enum(CAREER_STATUSES),
  is_former: z.boolean(),
});

/** Null if the caller may not see them. */
export const contactsShown = z.nullable(z.object({ telegram: z.string(), phone: z.string(), other: z.string() }));

const profile = z.extend(memberCard, {
  email: z.string(),
  active: z.boolean(),
  registered_at: z.iso.datetime(),
  inviter: z.nullable(memberCard),
  inviter_contacts: contactsShown,
  joined_by: z.nullable(z.object({ ref_code: z.string(), at: z.iso.datetime() })),
  ref_code: z.string(),
  partner_link: z.url(),
  unread_notices: z.int(),
  /** Stops at 100 for news and at 100 for webinars. */
  unread_posts: z.int(),
  week_start: z.enum(WEEK_STARTS),
  page_owner: z.string(),
});

export const getProfile = contract({
  method: 'GET',
  path: '/api/users/profile/',
  summary: 'The signed-in member',
  caller: 'member',
  input: z.strictObject({}),
  output: profile,
  success: 200,
  refusals: [],
});

export const listRegistrations = contract({
  method: 'GET',
  path: '/api/users/registrations/',
  summary: 'The ten newest registrations in the member’s whole team',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({}),
  output: z.object({
    items: z.array(z.extend(memberCard, { registered_at: z.iso.datetime(), active: z.boolean() })),
    next: z.null(),
  }),
  success: 200,
  refusals: [],
});

export type Profile = z.infer<typeof profile>;
export type MemberCard = z.infer<typeof memberCard>;
