import * as z from 'zod/mini';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { JOINED_VIA } from '#domain/identity.ts';
import type { FirstStep } from '#domain/first-steps.ts';
import { WEEK_STARTS } from '#domain/week-start.ts';
import { consentDocument } from './consents.ts';
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

/** Needed to become active; `licence_expired` and `licence_full` say how the last licence ended. */
export const missingForActive = z.array(z.enum(['licence', 'licence_expired', 'licence_full']));

const profile = z.extend(memberCard, {
  email: z.string(),
  active: z.boolean(),
  missing_for_active: missingForActive,
  registered_at: z.iso.datetime(),
  inviter: z.nullable(memberCard),
  inviter_contacts: contactsShown,
  /** `via` is null for members from before it was recorded. */
  joined_by: z.nullable(z.object({ ref_code: z.string(), at: z.iso.datetime(), via: z.nullable(z.enum(JOINED_VIA)) })),
  ref_code: z.string(),
  partner_link: z.url(),
  unread_notices: z.int(),
  /** Stops at 100 for news and at 100 for webinars. */
  unread_posts: z.int(),
  week_start: z.enum(WEEK_STARTS),
  page_owner: z.string(),
  /** Current documents that I have not agreed to (terms) or read (privacy notice); null if there are none. */
  to_agree: z.nullable(z.object({ documents: z.array(consentDocument), agreed: z.string() })),
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

const firstSteps = z.object({
  photo: z.boolean(),
  place: z.boolean(),
  pin: z.boolean(),
  second_factor: z.boolean(),
  /** A guest has opened the partner page, or somebody has signed up with it. */
  link: z.boolean(),
}) satisfies z.ZodMiniType<Record<FirstStep, boolean>>;

export const getFirstSteps = contract({
  method: 'GET',
  path: '/api/users/first-steps/',
  summary: 'What I have set up so far; null if everything is, or once I have dismissed the list',
  caller: 'member',
  input: z.strictObject({}),
  output: z.object({ steps: z.nullable(firstSteps) }),
  success: 200,
  refusals: [],
});

export const dismissFirstSteps = contract({
  method: 'POST',
  path: '/api/users/first-steps/dismissal/',
  summary: 'Hides the first steps for good; doing it again changes nothing',
  caller: 'member',
  input: z.strictObject({}),
  output: z.object({}),
  success: 200,
  refusals: [],
});

export type FirstSteps = z.infer<typeof firstSteps>;
export type Profile = z.infer<typeof profile>;
export type MemberCard = z.infer<typeof memberCard>;
