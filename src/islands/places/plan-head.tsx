import type { Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { cardLooks } from './card-looks.ts';
import { StateBadge } from './state-badge.tsx';
import type { CardText } from './texts.ts';

type Props = { plan: Plan; unfinished: Transaction | null; reader: Reader<CardText> };

/** The door of a plan, its name, and in a word how it stands: of one that waits, the word of its transaction. */
export function PlanHead({ plan, unfinished, reader }: Props) {
  const { number, title, state } = plan;
  const { t } = reader;
  return (
    <div className="user">
      <span className="door" aria-hidden="true">
        <Icon name={cardLooks[state].icon} size="l" />
      </span>
      <div className="stack tight">
        <p className="kicker">{t('places:plan', { number })}</p>
        <h2>{title}</h2>
        {state === 'awaiting_payment' || state === 'confirming' ? (
          unfinished && <StateBadge transaction={unfinished} reader={reader} />
        ) : (
          <Badge kind={cardLooks[state].badge}>{t(`places:state.${state}`)}</Badge>
        )}
      </div>
    </div>
  );
}
