import type { Plan, PlanFigure } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import { CURRENCY } from '#domain/money.ts';
import type { Platform } from '#domain/places.ts';
import { formatDate, formatMoney, formatNumber } from '#i18n/format.ts';
import { Icon } from '#components/ui/icon.tsx';
import { Money } from '#components/ui/money.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { PlanFoot, PlanHead } from './plan-state.tsx';

type Props = {
  platform: Platform;
  plan: Plan;
  unfinished: Transaction | null;
  /** Its price is then shown beside the button. */
  canRequest: boolean;
  now: Date;
};

/** Without the plan's name, which is the title of the sheet and of the page. */
export function PlanTerms({ platform, plan, unfinished, canRequest, now }: Props) {
  const { t } = useReader();
  return (
    <>
      <PlanHead plan={plan} unfinished={unfinished}>
        <p className="kicker">{t('places:seats', { count: plan.seats, number: formatNumber(plan.seats) })}</p>
      </PlanHead>
      <Property plan={plan} />
      {!canRequest && <PlanPrice plan={plan} />}
      <PlanFacts plan={plan} now={now} />
      {plan.state !== 'available' && <PlanFoot platform={platform} plan={plan} unfinished={unfinished} />}
    </>
  );
}

export function PlanPrice({ plan }: { plan: Plan }) {
  const { language } = useReader();
  return (
    <p className="price">
      <Money amount={plan.price} language={language} currency={CURRENCY} />
    </p>
  );
}

type PlanFactsProps = { plan: Plan; now: Date };

export function PlanFacts({ plan, now }: PlanFactsProps) {
  const { t } = useReader();
  const { expiry_days: days, place, state } = plan;
  return (
    <>
      <dl className="facts">
        <Figure name={t('places:closing')} figure={plan.closing} />
        <Figure name={t('places:transition')} figure={plan.transition} />
        {state !== 'active' && (
          <div>
            <dt>{t('places:term')}</dt>
            <dd>
              {days === null ? t('places:no_end') : t('places:days', { count: days, number: formatNumber(days) })}
            </dd>
          </div>
        )}
      </dl>
      <Record plan={plan} />
      {state === 'active' && place?.expires_at && <TimeLeft from={place.opened_at} to={place.expires_at} now={now} />}
    </>
  );
}

function Figure({ name, figure }: { name: string; figure: PlanFigure | null }) {
  const { language } = useReader();
  return (
    figure && (
      <div>
        <dt>{name}</dt>
        <dd>
          <Money amount={figure.amount} language={language} currency={CURRENCY} />
        </dd>
        <dd className="hint">{figure.means}</dd>
      </div>
    )
  );
}

/** Beside a shown figure: what came of the plan so far. */
function Record({ plan: { closing, transition, record } }: { plan: Plan }) {
  const { t, language } = useReader();
  if (!record || !(closing || transition)) return null;
  const { completed, places, median } = record;
  const numbers = { completed: formatNumber(completed), places: formatNumber(places) };
  return (
    <p className="hint">
      {t('places:record', { ...numbers, median: `${formatMoney(median, language)}\u00A0${CURRENCY}` })}
    </p>
  );
}

const DAY_MS = 86_400_000;
const daysBetween = (start: number, end: number) => Math.max(0, Math.ceil((end - start) / DAY_MS));

type TimeProps = { from: string; to: string; now: Date };

function TimeLeft({ from, to, now }: TimeProps) {
  const { t, timeZone } = useReader();
  const totalDays = daysBetween(Date.parse(from), Date.parse(to));
  const daysLeft = Math.min(totalDays, daysBetween(now.getTime(), Date.parse(to)));
  return (
    <div className="stack tight">
      <div className="row between">
        <span className="kicker">{t('places:active_until')}</span>
        <b>
          <time dateTime={to}>{formatDate(to, timeZone)}</time>
        </b>
      </div>
      <svg className="bar" viewBox={`0 0 ${totalDays} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect width={daysLeft} height="1" />
      </svg>
      <p className="kicker">{t('places:days_left', { count: daysLeft, number: formatNumber(daysLeft) })}</p>
    </div>
  );
}

type PropertyProps = { plan: Plan };

export function Property({ plan }: PropertyProps) {
  const { t } = useReader();
  if (!plan.property) return null;
  const { title, town, text, picture, documents } = plan.property;
  return (
    <div className="stack tight property">
      {picture && <img src={picture} alt="" loading="lazy" decoding="async" />}
      {title !== plan.title && <h3>{title}</h3>}
      <p className="kicker">{town}</p>
      <p>{text}</p>
      {documents.length > 0 && (
        <ul aria-label={t('places:documents')}>
          {documents.map((document) => (
            <li key={document.url}>
              <a className="link" href={document.url} rel="noopener noreferrer" target="_blank">
                {document.title}
              </a>{' '}
              <Icon name="external" size="small" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function HowPlacingWorks() {
  const { t } = useReader();
  return (
    <>
      <h2>{t('places:how.title')}</h2>
      <p>{t('places:how.seat')}</p>
      <p>{t('places:how.by_itself')}</p>
      <p>{t('places:how.pays_nobody')}</p>
    </>
  );
}
