import { path } from '#domain/paths.ts';
import { formatUnread } from '#i18n/format.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

/** At the top of wide pages; on a phone beside the title of the list, where it takes no height. */
export function HandLink({ count, where }: { count: number; where: 'wide' | 'narrow' }) {
  const { t, language } = useReader();
  if (count === 0) return null;
  return (
    <a className={`btn plain ${where}`} href={path(language, 'teamHand')}>
      {t('team:hand.title')} · {formatUnread(count)}
    </a>
  );
}
