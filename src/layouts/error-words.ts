import type { Translate } from '#i18n/translator.ts';

export type ErrorPage = 'missing' | 'broken' | 'unavailable' | 'busy';

/** What an error page says. */
export function errorWords(page: ErrorPage, t: Translate): { title: string; text: string } {
  switch (page) {
    case 'missing':
      return { title: t('common:missing.title'), text: t('common:missing.text') };
    case 'unavailable':
      return { title: t('common:broken.unavailable_title'), text: t('common:broken.unavailable_text') };
    case 'busy':
      return { title: t('common:broken.busy_title'), text: t('common:broken.busy_text') };
    case 'broken':
      return { title: t('common:broken.title'), text: t('common:broken.text') };
  }
}
