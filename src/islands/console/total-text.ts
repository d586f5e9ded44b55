import type { ListTotal } from '#contracts/console/fields.ts';
import type { Translate } from '#i18n/translator.ts';
import { formatNumber } from '#i18n/format.ts';

export function totalText(
  { count, is_more: isMore = false }: Partial<ListTotal> & { count: number },
  t: Translate,
): string {
  return isMore ? t('console:list.more_than', { number: formatNumber(count) }) : t('console:list.rows', { count });
}
