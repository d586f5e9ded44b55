import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';

export const OVERVIEW_TEXTS = [
  ...SHARED_TEXTS,
  'console:overview.node',
  'console:overview.node_asked',
  'console:overview.node_ok',
  'console:overview.node_down',
] as const satisfies readonly TextKey[];
