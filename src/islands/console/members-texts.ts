import { CAREER_STATUSES } from '#domain/career-status.ts';
import { MEMBER_STATES } from '#domain/member-state.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';

export const MEMBERS_TEXTS = [
  ...SHARED_TEXTS,
  ...CAREER_STATUSES.map((status) => `common:career_status.${status}` as const),
  'console_members:members.title',
  'console_members:members.search_hint',
  'console_members:members.username',
  'console_members:members.name',
  'console_members:members.email',
  'console_members:members.state',
  'console_members:members.all',
  'console_members:members.career_status',
  'console_members:members.registered',
  ...MEMBER_STATES.map((state) => `console_members:members.states.${state}` as const),
  'console_members:members.unnamed',
] as const satisfies readonly TextKey[];

export type MembersText = (typeof MEMBERS_TEXTS)[number];
