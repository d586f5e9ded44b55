import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';

export const MEMBERS_TEXTS = [
  ...SHARED_TEXTS,
  'common:career_status.none',
  'common:career_status.none_status',
  'common:career_status.director',
  'common:career_status.regional_director',
  'common:career_status.international_director',
  'common:career_status.silver_director',
  'common:career_status.silver_regional_director',
  'common:career_status.silver_international_director',
  'common:career_status.gold_director',
  'common:career_status.gold_regional_director',
  'common:career_status.gold_international_director',
  'common:career_status.platinum_director',
  'common:career_status.platinum_regional_director',
  'common:career_status.platinum_international_director',
  'common:career_status.platinum_manager',
  'console_members:members.title',
  'console_members:members.search_hint',
  'console_members:members.username',
  'console_members:members.name',
  'console_members:members.email',
  'console_members:members.state',
  'console_members:members.all',
  'console_members:members.career_status',
  'console_members:members.registered',
  'console_members:members.states.open',
  'console_members:members.states.blocked',
  'console_members:members.states.closed',
  'console_members:members.states.waiting',
  'console_members:members.unnamed',
] as const satisfies readonly TextKey[];

export type MembersText = (typeof MEMBERS_TEXTS)[number];
