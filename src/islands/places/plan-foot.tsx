import type { MouseEvent } from 'react';
import type { Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { boardPages } from './platforms.ts';
import type { CardText } from './texts.ts';

type Props = {
  platform: Platform;
  plan: Plan;
  unfinished: Transaction | null;
  isOffered?: boolean;
  reader: Reader<CardText>;
  /** Opens the plan in place; without it the link leads to its page. */
  onOpen?: (event: MouseEvent) => void;
};

/** What can be done with a plan, or why nothing can. */
export function PlanFoot(props: Props) {
  const { platform, plan, unfinished, isOffered = false, reader, onOpen } = props;
  const { t, language, timeZone } = reader;
  const { state, place } = plan;
  const wasUntil = state === 'available' && place?.closing === 'expired' ? place.expires_at : null;
  const isWaiting = state === 'awaiting_payment' || state === 'confirming';
  const isMine = state === 'active' || state === 'bought' || state === 'closed';
  return (
    <div className="after">
      {wasUntil && <p className="hint">{t('places:was_active', { date: formatDate(wasUntil, timeZone) })}</p>}
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
      {state === 'previous_required' && <Before platform={platform} plan={plan} reader={reader} />}
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

/** The plan that has to be bought first, on the whole board. */
function Before({
  platform,
  plan: { previous },
  reader: { t, language },
}: Pick<Props, 'platform' | 'plan' | 'reader'>) {
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
