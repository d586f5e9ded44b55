import * as z from 'zod/mini';
import { AVAILABILITIES } from '#domain/availability.ts';
import { PLATFORMS } from '#domain/places.ts';
import { contract } from '../contract.ts';
import { requiredText } from '../fields.ts';
import { difference, draftState, FILE_MAX, reasonField, seenField, shownField } from './fields.ts';

const plan = z.object({
  id: z.string(),
  platform: z.enum(PLATFORMS),
  number: z.number(),
  title: z.string(),
  price: z.string(),
  expiry_days: z.nullable(z.number()),
  seats: z.number(),
  width: z.number(),
  levels: z.number(),
  closing: z.string(),
  transition: z.string(),
  availability: z.enum(AVAILABILITIES),
  open_places: z.number(),
  is_fixed: z.boolean(),
});

/** No pages: a file of plans holds at most 1,000. */
export const listConsolePlans = contract({
  method: 'GET',
  path: '/operator/api/plans/',
  summary: 'All plans by platform and order, with their open places, and whether there is a draft',
  caller: 'staff',
  ability: 'plans.read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(plan), draft: z.nullable(draftState) }),
  success: 200,
  refusals: [],
});

const draft = z.object({
  file: z.string(),
  draft: z.nullable(draftState),
  ...difference,
});
export type PlanDraft = z.infer<typeof draft>;

export const getPlanDraft = contract({
  method: 'GET',
  path: '/operator/api/plans/draft/',
  summary: 'The plans as they shall be, what is wrong with them, and what applying them would change',
  caller: 'staff',
  ability: 'plans.change',
  input: z.strictObject({}),
  output: draft,
  success: 200,
  refusals: [],
});

export const getPlansExample = contract({
  method: 'GET',
  path: '/operator/api/plans/example/',
  summary: 'A complete file of plans to begin with, in the languages of the site',
  caller: 'staff',
  ability: 'plans.change',
  input: z.strictObject({}),
  output: z.object({ file: z.string() }),
  success: 200,
  refusals: [],
});

export const getPlansSchema = contract({
  method: 'GET',
  path: '/operator/api/plans/schema/',
  summary: 'The JSON schema of the file of plans, for editors',
  caller: 'staff',
  ability: 'plans.change',
  answers: 'application/schema+json',
  input: z.strictObject({}),
  output: z.string(),
  success: 200,
  refusals: [],
});

export const savePlanDraft = contract({
  method: 'POST',
  path: '/operator/api/plans/draft/',
  summary: 'Keeps the draft, mistakes and all; members see nothing of it. There is one draft at a time',
  caller: 'staff',
  ability: 'plans.change',
  input: z.strictObject({ file: requiredText(FILE_MAX), seen: seenField }),
  output: draft,
  success: 200,
  refusals: ['draft_moved_on'],
});

export const discardPlanDraft = contract({
  method: 'POST',
  path: '/operator/api/plans/draft/removal/',
  summary: 'Throws the draft away; throwing it away again changes nothing',
  caller: 'staff',
  ability: 'plans.change',
  input: z.strictObject({ seen: seenField, reason: reasonField }),
  output: draft,
  success: 200,
  refusals: ['draft_moved_on'],
});

export const applyPlanDraft = contract({
  method: 'POST',
  path: '/operator/api/plans/draft/application/',
  summary: 'Makes the plans what the draft says, when that is still what was shown',
  caller: 'staff',
  ability: 'plans.change',
  confirmed: true,
  input: z.strictObject({ shown: shownField, reason: reasonField }),
  output: z.object({ changed: z.number(), added: z.number() }),
  success: 200,
  refusals: ['not_found', 'draft_moved_on', 'draft_wrong'],
});
