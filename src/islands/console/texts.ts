import type { TextKey } from '#i18n/text-keys.ts';

/** What every island of the console says; each puts its own behind these. */
export const SHARED_TEXTS = [
  'console:confirm.title',
  'console:confirm.text',
  'console:confirm.code',
  'console:confirm.submit',
  'console:confirm.passkey',
  'console:confirm.cancel',
  'console:sign_in.no_passkey',
  'console:act.reason',
  'console:act.reason_hint',
  'console:act.submit',
  'console:act.cancel',
  'console:act.close',
  'console:act.command',
  'console:act.copy',
  'console:act.copied',
  'console:act.broken',
  'console:act.done',
  'console:act.waiting',
  'console:act.empty',
  'console:list.more',
  'console:list.first',
  'console:list.columns',
  'console:list.filter',
  'console:list.reset',
  'console:list.search',
  'console:list.sorted_up',
  'console:list.sorted_down',
  'console:list.rows',
  'console:list.selected',
  'console:list.select_all',
  'console:list.select',
  'console:list.broken',
] as const satisfies readonly TextKey[];

export type SharedText = (typeof SHARED_TEXTS)[number];
