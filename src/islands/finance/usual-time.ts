import type { Translate } from '#i18n/translator.ts';

const HOUR = 60;

/** How long a withdrawal usually takes, in words; nothing while there are too few to say. */
export function usualTime(t: Translate, minutes: number | null): string | undefined {
  if (minutes === null) return undefined;
  if (minutes <= 2 * HOUR) return t('finance:usual_minutes', { count: Math.max(1, minutes) });
  return t('finance:usual_hours', { count: Math.ceil(minutes / HOUR) });
}
