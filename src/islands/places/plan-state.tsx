import type { MouseEvent, ReactNode } from 'react';
import type { Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import type { CardState, Platform } from '#domain/places.ts';
import { formatDate } from '#i18n/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { boardPages } from './platforms.ts';
import { StateBadge } from './state-badge.tsx';

type Props = { plan: Plan; unfinished: Transaction | null; children: ReactNode };

export function PlanHead({ plan: { state }, unfinished, children }: Props) {
  const { t } = useReader();
  return (
    <div className="user">
      <span className="door" aria-hidden="true">
        <Icon name={cardAppearances[state].icon} size="large" />
      </span>
      <div className="stack tight">
        {children}
        {state === 'awaiting_payment' || state === 'confirming' ? (
          unfinished && <StateBadge transaction={unfinished} />
        ) : (
          <Badge kind={cardAppearances[state].badge}>{t(`places:state.${state}`)}</Badge>
        )}
      </div>
    </div>
  );
}

type PlanFootProps = {
  platform: Platform;
  plan: Plan;
  unfinished: Transaction | null;
  isOffered?: boolean;
  onOpen?: (event: MouseEvent) => void;
};

export function PlanFoot(props: PlanFootProps) {
  const { platform, plan, unfinished, isOffered = false, onOpen } = props;
  const { t, language, timeZone } = useReader();
  const { state, place } = plan;
  const expiredAt = state === 'available' && place?.closing === 'expired' ? place.expires_at : null;
  const isWaiting = state === 'awaiting_payment' || state === 'confirming';
  const isMine = state === 'active' || state === 'bought' || state === 'closed';
  return (
    <div className="after">
      {expiredAt && <p className="hint">{t('places:was_active', { date: formatDate(expiredAt, timeZone) })}</p>}
      {state === 'available' && (
        <Button
          href={path(language, 'plan', { platform, plan: plan.id })}
          variant={isOffered ? 'primary' : undefined}
          aria-label={`${t('places:choose')}: ${plan.title}`}
          onClick={onOpen}
          data-in-place
        >
          {t('places:choose')}
        </Button>
      )}
      {state === 'previous_required' && <PreviousPlan platform={platform} plan={plan} />}
      {isWaiting && <p className="hint">{t(`places:waiting.${state}`)}</p>}
      {isWaiting && unfinished && (
        <Button href={path(language, 'transaction', { id: unfinished.id })} icon="finance">
          {t('transactions:open')}
        </Button>
      )}
      {state === 'closed' && <p className="hint">{t('places:full')}</p>}
      {isMine && place && (
        <Button
          href={path(language, 'structure', { platform }, { place: String(place.id) })}
          icon="tree"
          aria-label={`${t('places:show_structure')}: ${place.number}`}
        >
          {t('places:show_structure')}
        </Button>
      )}
      {state === 'in_development' && <p className="hint">{t('common:in_development')}</p>}
    </div>
  );
}

function PreviousPlan({ platform, plan: { previous } }: Pick<PlanFootProps, 'platform' | 'plan'>) {
  const { t, language } = useReader();
  return (
    <p className="hint">
      {t('refusals:previous_plan_required')}
      {previous && (
        <>
          {': '}
          <a className="link" href={`${path(language, boardPages[platform])}#plan-${previous.number}`}>
            {t('places:numbered', { number: previous.number, title: previous.title })}
          </a>
        </>
      )}
    </p>
  );
}

type CardAppearance = { door: 'on' | 'bought' | 'wait' | 'open' | 'lock' | 'dev'; icon: IconName; badge?: Kind };
type Kind = 'ok' | 'warn' | 'info' | 'off';

/** `door` is the look of the card. Plans with an unfinished transaction show its badge instead. */
export const cardAppearances = {
  available: { door: 'open', icon: 'plus', badge: 'info' },
  previous_required: { door: 'lock', icon: 'lock', badge: 'off' },
  awaiting_payment: { door: 'wait', icon: 'clock' },
  confirming: { door: 'wait', icon: 'clock' },
  active: { door: 'on', icon: 'check', badge: 'ok' },
  bought: { door: 'bought', icon: 'check', badge: 'ok' },
  closed: { door: 'bought', icon: 'check', badge: 'off' },
  in_development: { door: 'dev', icon: 'settings', badge: 'off' },
} as const satisfies Record<CardState, CardAppearance>;
