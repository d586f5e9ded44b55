import type { Board, Place } from '#contracts/places.ts';
import type { Platform } from '#domain/places.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = { platform: Platform; board: Board };

export function MyPlaces({ platform, board }: Props) {
  const reader = useReader();
  const { t, language } = reader;
  const planTitle = ({ plan: planId }: Place) => {
    const plan = board.plans.find(({ id }) => id === planId);
    return plan ? t('places:plan_titled', { number: plan.number, title: plan.title }) : planId;
  };
  return (
    <section className="card flush" aria-labelledby="places-title">
      <div className="card-head">
        <h2 id="places-title">{t('places:filter.mine')}</h2>
      </div>
      <ul className="rows">
        {board.places.map((place) => (
          <li key={place.id}>
            <div className="grow">
              <b>{place.number}</b> · {planTitle(place)}{' '}
              {place.closing ? (
                <Badge kind="off">{t(`places:places.${place.closing}`)}</Badge>
              ) : (
                <Badge kind="ok">{t('places:places.open')}</Badge>
              )}
              <p className="kicker">
                {timesOf(place, reader)} ·{' '}
                <a
                  className="link"
                  href={path(language, 'structure', { platform }, { place: String(place.id) })}
                  aria-label={`${t('places:show_structure')}: ${place.number}`}
                >
                  {t('places:show_structure')}
                </a>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function timesOf({ opened_at, expires_at, closed_at }: Place, { t, timeZone }: Reader): string {
  const day = (at: string) => formatDate(at, timeZone);
  const opened = t('places:places.opened', { date: day(opened_at) });
  if (closed_at) return `${opened} · ${t('places:places.closed', { date: day(closed_at) })}`;
  return `${opened} · ${expires_at ? t('places:places.until', { date: day(expires_at) }) : t('places:no_end')}`;
}
