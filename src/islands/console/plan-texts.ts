import type { TextKey } from '#i18n/text-keys.ts';
import { DRAFT_TEXTS } from './draft-texts.ts';

export const PLAN_TEXTS = [
  ...DRAFT_TEXTS,
  'console_content:draft.save',
  'console_content:draft.apply',
  'console_content:plans.list',
  'console_content:plans.price',
  'console_content:plans.amount_rule',
  'faults:amount_invalid',
  'faults:amount_unclear',
  'faults:required',
  'console_content:plans.expiry',
  'console_content:plans.expiry_hint',
  'console_content:plans.width',
  'console_content:plans.levels',
  'console_content:plans.fixed_hint',
  'console_content:plans.closing',
  'console_content:plans.transition',
  'console_content:plans.availability',
  'console_content:plans.on_sale',
  'console_content:plans.in_development',
  'console_content:plans.title_of',
  'console_content:plans.town_of',
  'console_content:plans.text_of',
  'console_content:plans.titles',
  'console_content:plans.property',
  'console_content:plans.json',
  'console_content:plans.json_hint',
  'console_content:plans.json_broken',
  'console_content:plans.applied',
  'console_content:plans.apply_title',
  'console_content:plans.apply_text',
] as const satisfies readonly TextKey[];

export type PlanText = (typeof PLAN_TEXTS)[number];
