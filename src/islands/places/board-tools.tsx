import { type MouseEvent } from 'react';
import { BOARD_FILTERS, type BoardFilter, type Platform } from '#domain/places.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { boardPages } from './platforms.ts';

type Props = {
  platform: Platform;
  filter: BoardFilter | undefined;
  hasPlace: boolean;
  onFilter: (filter: BoardFilter | undefined) => void;
};

export function BoardTools({ platform, filter, hasPlace, onFilter }: Props) {
  const { t, language } = useReader();
  const linkTo = (show?: BoardFilter) => ({
    href: path(language, boardPages[platform], { show }),
    'data-in-place': true,
    onClick: (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      onFilter(show);
    },
  });
  return (
    <div className="row between board-tools">
      <div className="row">
        <ul className="row chips" aria-label={t('places:filter.label')}>
          {BOARD_FILTERS.map((show) => (
            <li key={show}>
              <a className="chip" {...linkTo(show)} aria-current={show === filter ? 'true' : undefined}>
                {t(`places:filter.${show}`)}
              </a>
            </li>
          ))}
        </ul>
        {filter && (
          <Button {...linkTo()} variant="plain" icon="close" aria-label={t('places:filter.drop')}>
            <span className="label">{t('places:filter.drop')}</span>
          </Button>
        )}
      </div>
      <div className="row ways">
        {hasPlace && (
          <Button href={path(language, 'structure', { platform })} icon="tree">
            {t('places:show_structure')}
          </Button>
        )}
        <Button href={path(language, 'transactions')} variant="plain">
          {t('transactions:title')}
        </Button>
      </div>
    </div>
  );
}
