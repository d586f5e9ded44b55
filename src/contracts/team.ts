import * as z from 'zod/mini';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { fault } from '#domain/field-faults.ts';
import { HAND_REASONS } from '#domain/hand.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { contract } from './contract.ts';
import { filter, pageFields, pageOf, text, wholeNumber } from './fields.ts';
import { contactsShown, memberCard, missingForActive } from './profile.ts';

export const TEAM_PAGE = 25;
export const TEAM_PAGE_MAX = 100;
export const LINE_PAGE = 20;
const DEEPEST_LINE = 10_000;

const yesOrNo = z.enum(['yes', 'no'], { error: fault('invalid') });
const day = z.iso.date({ error: fault('invalid') });

const statuses = z.pipe(
  z.pipe(
    text(400),
    z.transform((list) => [...new Set(list.split(','))]),
  ),
  z.array(z.enum(CAREER_STATUSES, { error: fault('invalid') })),
);

/** Orders that an index ends in; `deepest` has the last line first. */
export const TEAM_SORTS = ['newest', 'oldest', 'line', 'deepest'] as const;

/** Orders of the other columns. No index has them, so larger teams than `SORTABLE_TEAM_MAX` are refused. */
export const COLUMN_SORTS = [
  ...(['name', 'name_down', 'in_team', 'in_team_down'] as const),
  ...(['real_estate', 'real_estate_down', 'active', 'active_down'] as const),
] as const;
export const SORTABLE_TEAM_MAX = 2_000;

const filters = {
  line: filter(wholeNumber(1, DEEPEST_LINE)),
  active: filter(yesOrNo),
  status: filter(statuses),
  real_estate: filter(yesOrNo),
  search: filter(text(64)),
  registered_from: filter(day),
  registered_to: filter(day),
  sort: filter(z.enum([...TEAM_SORTS, ...COLUMN_SORTS], { error: fault('invalid') })),
};

const teamRow = z.extend(memberCard, {
  line: z.number(),
  in_team: z.number(),
  real_estate: z.number(),
  active: z.boolean(),
  registered_at: z.iso.datetime(),
});

export const listTeam = contract({
  method: 'GET',
  path: '/api/team/',
  summary: 'The members below me, a page at a time; filters and sort as on the team page',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({ ...filters, ...pageFields(TEAM_PAGE_MAX, 64) }),
  output: z.object({
    ...pageOf(teamRow),
  }),
  success: 200,
  refusals: [],
});

/** Two words below the team: one could be a username. */
export const getTeamFile = contract({
  method: 'GET',
  path: '/api/team/members/csv/',
  summary: 'The same rows as the list, in its order, as CSV; the last line says so if more of them fit',
  caller: 'member',
  input: z.strictObject(filters),
  output: z.string(),
  answers: 'text/csv',
  success: 200,
  refusals: ['too_often'],
});

/** Three words, for the same reason. */
export const listLine = contract({
  method: 'GET',
  path: '/api/team/members/{username}/line/',
  summary: 'The first line of a member of my team, or mine, oldest first, a page at a time; `line` counts from me',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({ username: text(64), ...pageFields(TEAM_PAGE_MAX, 64) }),
  output: z.object({ in_team: z.number(), first_line: z.number(), ...pageOf(teamRow) }),
  success: 200,
  refusals: ['not_found'],
});

export const getTeamTotals = contract({
  method: 'GET',
  path: '/api/team/totals/',
  summary: 'How many there are below me, and how many came in the last days',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({}),
  output: z.object({
    whole_team: z.number(),
    active_team: z.number(),
    /** Former members, who are still part of `whole_team`. */
    left_team: z.number(),
    first_line: z.number(),
    inactive_first_line: z.number(),
    lines: z.number(),
    total_views: z.number(),
    registrations_today: z.number(),
    registrations_week: z.number(),
    registrations_month: z.number(),
  }),
  success: 200,
  refusals: [],
});

export const getTeamGrowth = contract({
  method: 'GET',
  path: '/api/team/growth/',
  summary: 'Registrations in my team and visits to my partner page, a day at a time, oldest first',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({ days: filter(wholeNumber(1, 366)) }),
  output: z.object({
    items: z.array(z.object({ day: z.iso.date(), registrations: z.number(), views: z.number() })),
    next: z.null(),
  }),
  success: 200,
  refusals: [],
});

export const getTeamMember = contract({
  method: 'GET',
  path: '/api/team/{username}/',
  summary: 'One member below me: the way down to them, dates, status, contacts by their consent',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({ username: text(64) }),
  output: z.extend(teamRow, {
    missing_for_active: missingForActive,
    /** From the caller's first line down to the inviter: 5 at each end, `left_out` between them. */
    path: z.object({ first: z.array(memberCard), left_out: z.number(), last: z.array(memberCard) }),
    joined_by: z.nullable(z.object({ ref_code: z.string(), at: z.iso.datetime() })),
    contacts: contactsShown,
  }),
  success: 200,
  refusals: ['not_found'],
});

export const HAND_PAGE = 20;
const HAND_PAGE_MAX = 50;

export const listHand = contract({
  method: 'GET',
  path: '/api/team/hand/members/',
  summary: 'Who of my first line needs a hand: one reason each, and a message in their language',
  caller: 'member',
  mayLag: true,
  input: z.strictObject(pageFields(HAND_PAGE_MAX)),
  output: z.object({
    ...pageOf(
      z.extend(memberCard, {
        reason: z.enum(HAND_REASONS),
        /** When the place ends; otherwise when they signed up. */
        at: z.iso.datetime(),
        language: z.enum(LANGUAGES.map(({ segment }) => segment)),
        message: z.string(),
        contacts: contactsShown,
      }),
    ),
  }),
  success: 200,
  refusals: [],
});

export const countHand = contract({
  method: 'GET',
  path: '/api/team/hand/count/',
  summary: 'How many of my first line need a hand; stops at 100',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({}),
  output: z.object({ count: z.number() }),
  success: 200,
  refusals: [],
});

export const snoozeHand = contract({
  method: 'POST',
  path: '/api/team/hand/snooze/',
  summary: 'Hides a member of my first line from that list for a week; again means a week from now',
  caller: 'member',
  input: z.strictObject({ username: text(64) }),
  output: z.object({}),
  success: 200,
  refusals: ['not_found', 'too_often'],
});
