import type { Translate } from '#i18n/translator.ts';

const HOUR = 60;

/** `minutes` is null while there are too few withdrawals. */
export function typicalDuration(t: Translate, minutes: number | null): string | undefined {
  if (minutes === null) return undefined;
  if (minutes <= 2 * HOUR) return t('finance:usual_minutes', { count: Math.max(1, minutes) });
  return t('finance:usual_hours', { count: Math.ceil(minutes / HOUR) });
}
