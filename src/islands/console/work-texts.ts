import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';

export const WORK_TEXTS = [
  ...SHARED_TEXTS,
  'console:work.title',
  'console:work.progress',
  'console:work.lines',
  'console:work.finished',
  'console:work.running',
  'console:work.failed',
  'console:work.outcomes.done',
  'console:work.outcomes.waiting',
] as const satisfies readonly TextKey[];
