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
      <ul className="row chips" aria-label={t('places:filter.label')}>
        {[undefined, ...BOARD_FILTERS].map((show) => {
          const isOn = show === filter;
          return (
            <li key={show ?? 'all'}>
              <a className="chip" {...linkTo(isOn ? undefined : show)} aria-current={isOn ? 'true' : undefined}>
                {t(`places:filter.${show ?? 'all'}`)}
              </a>
            </li>
          );
        })}
      </ul>
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
