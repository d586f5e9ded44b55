import type { TextKey } from '#i18n/text-keys.ts';

export const SIGN_IN_TEXTS = [
  'console:sign_in.email',
  'console:sign_in.password',
  'console:sign_in.code',
  'console:sign_in.code_hint',
  'console:sign_in.question_hint',
  'console:sign_in.submit',
  'console:sign_in.passkey',
  'console:sign_in.or',
  'console:sign_in.no_passkey',
  'console:act.broken',
] as const satisfies readonly TextKey[];
