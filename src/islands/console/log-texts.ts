import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';

export const LOG_TEXTS = [
  ...SHARED_TEXTS,
  'console:log.title',
  'console:log.number',
  'console:log.at',
  'console:log.actor',
  'console:log.action',
  'console:log.subject',
  'console:log.reason',
  'console:log.before',
  'console:log.after',
  'console:log.address',
  'console:log.search_hint',
  'console:log.from',
  'console:log.to',
] as const satisfies readonly TextKey[];

export type LogText = (typeof LOG_TEXTS)[number];
