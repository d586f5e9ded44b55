import { STAFF_ROLES } from '#domain/staff.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';

export const STAFF_TEXTS = [
  ...SHARED_TEXTS,
  'console:staff.invite',
  'console:staff.email',
  'console:staff.name',
  'console:staff.role',
  'console:staff.language',
  'console:staff.state',
  'console:staff.states.invited',
  'console:staff.states.active',
  'console:staff.states.disabled',
  'console:staff.last_seen',
  'console:staff.passkeys',
  'console:staff.you',
  'console:staff.change_role',
  'console:staff.disable',
  'console:staff.enable',
  'console:staff.invite_again',
  'console:staff.invite_again_text',
  'console:staff.invited',
  'console:staff.waiting',
  'console:staff.never',
  'console:staff.title',
  'console:language.en',
  'console:language.ru',
  ...STAFF_ROLES.map((role) => `console:roles.${role}` as const),
] as const satisfies readonly TextKey[];

export type StaffText = (typeof STAFF_TEXTS)[number];
