import type { Language } from '#domain/languages.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import type { House } from '#server/house.ts';
import { LISTS } from './lists.ts';

/** Says what each file is, in the words of its owner. */
export function writeReadme(
  { config, clock }: Pick<House, 'config' | 'clock'>,
  { username, language }: { username: string; language: Language },
): string {
  const t = translator(language);
  const now = clock.now();
  const at = { date: formatDate(now, config.timeZone), time: formatTime(now, config.timeZone) };
  const files = LISTS.map(({ name }) => `${name}.json, ${name}.csv\n  ${t(`settings:data.readme.lists.${name}`)}`);
  const photos = `photo-….webp\n  ${t('settings:data.readme.photo')}`;
  const paragraphs = [
    t('settings:data.readme.title', { product: config.productName, username }),
    t('settings:data.readme.made', at),
    t('settings:data.readme.formats'),
    t('settings:data.readme.moment'),
    t('settings:data.readme.left_out'),
    ...files,
    photos,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}
