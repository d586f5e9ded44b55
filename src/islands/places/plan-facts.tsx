import type { Plan } from '#contracts/places.ts';
import { CURRENCY } from '#domain/money.ts';
import { formatDate, formatNumber } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Money } from '#components/ui/money.tsx';
import type { CardText } from './texts.ts';

type Props = { plan: Plan; now: Date; reader: Reader<CardText> };

/** The terms of a plan; of an active place until when it lasts. */
export function PlanFacts({ plan, now, reader }: Props) {
  const { t } = reader;
  const { expiry_days: days, place, state } = plan;
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{t('places:closing')}</dt>
          <dd>
            <Money amount={plan.closing} currency={CURRENCY} />
          </dd>
        </div>
        <div>
          <dt>{t('places:transition')}</dt>
          <dd>
            <Money amount={plan.transition} currency={CURRENCY} />
          </dd>
        </div>
        {state !== 'active' && (
          <div>
            <dt>{t('places:term')}</dt>
            <dd>
              {days === null ? t('places:no_end') : t('places:days', { count: days, number: formatNumber(days) })}
            </dd>
          </div>
        )}
      </dl>
      {state === 'active' && place?.expires_at && (
        <TimeLeft from={place.opened_at} to={place.expires_at} now={now} reader={reader} />
      )}
    </>
  );
}

const DAY_MS = 86_400_000;
const daysBetween = (start: number, end: number) => Math.max(0, Math.ceil((end - start) / DAY_MS));

type TimeProps = { from: string; to: string; now: Date; reader: Reader<CardText> };

/** How much of a place's time is left. */
function TimeLeft({ from, to, now, reader: { t, timeZone } }: TimeProps) {
  const all = daysBetween(Date.parse(from), Date.parse(to));
  const left = Math.min(all, daysBetween(now.getTime(), Date.parse(to)));
  return (
    <div className="stack tight">
      <div className="row between">
        <span className="kicker">{t('places:active_until')}</span>
        <b>
          <time dateTime={to}>{formatDate(to, timeZone)}</time>
        </b>
      </div>
      <svg className="bar" viewBox={`0 0 ${all} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect width={left} height="1" />
      </svg>
      <p className="kicker">{t('places:days_left', { count: left, number: formatNumber(left) })}</p>
    </div>
  );
}
