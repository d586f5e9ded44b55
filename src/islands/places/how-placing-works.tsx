import type { Reader } from '#i18n/reader.ts';
import type { PlanText } from './texts.ts';

/** What becomes of a place once it is paid, in plain words. */
export function HowPlacingWorks({ reader: { t } }: { reader: Reader<PlanText> }) {
  return (
    <>
      <h2>{t('places:how.title')}</h2>
      <p>{t('places:how.seat')}</p>
      <p>{t('places:how.by_itself')}</p>
      <p>{t('places:how.pays_nobody')}</p>
    </>
  );
}
