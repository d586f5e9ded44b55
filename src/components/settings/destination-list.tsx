import type { SavedDestination } from '#contracts/destinations.ts';
import { shortDestination } from '#domain/destination.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

type Props = {
  destinations: readonly SavedDestination[];
  /** New ones wait: it is said until when. */
  isWaiting: boolean;
  now: Date;
  timeZone: string;
  t: Translate;
  language: Language;
};

/** Where a member withdraws to, each with a page on which it is changed. */
export function DestinationList({ destinations, isWaiting, now, timeZone, t, language }: Props) {
  if (destinations.length === 0) return <EmptyState title={t('settings:destinations.none')} />;
  return (
    <section className="card flush">
      <ul className="rows">
        {destinations.map(({ id, name, destination, network, saved_at: savedAt, usable_at: usableAt }) => (
          <li key={id}>
            <div className="grow">
              <b>{name}</b>
              <p className="mono">{shortDestination(destination)}</p>
              <p className="hint">
                {[
                  t(`finance:networks.${network}`),
                  isWaiting && new Date(usableAt) > now
                    ? t('settings:destinations.usable', {
                        date: formatDate(usableAt, timeZone),
                        time: formatTime(usableAt, timeZone),
                      })
                    : t('settings:destinations.saved', { date: formatDate(savedAt, timeZone) }),
                ].join(' · ')}
              </p>
            </div>
            <Button
              href={path(language, 'destination', { id })}
              aria-label={t('settings:destinations.change_named', { name })}
            >
              {t('settings:destinations.change')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
