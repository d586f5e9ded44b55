import type { MouseEvent } from 'react';
import { type HistoryFilter, historyAddress } from '#domain/history.ts';
import { CURRENCY, moneyText, negated, parseMoney } from '#domain/money.ts';
import { Art } from '#components/ui/icon.tsx';
import { Money } from '#components/ui/money.tsx';
import type { Balance } from '#stores/balance.ts';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = { balance: Balance; onFilter: (kind: HistoryFilter) => void };

export function BalanceCard({ balance, onFilter }: Props) {
  const { t, language } = useReader();
  const { available, held, total, paid, result } = balance;
  const sum = moneyText((parseMoney(available) ?? 0n) + (parseMoney(held) ?? 0n));
  const parts = [
    { kind: 'earned', amount: total },
    { kind: 'paid', amount: negated(paid) },
    { kind: 'result', amount: result },
  ] as const;
  return (
    <section id="balance" className="card balance" aria-labelledby="balance-title">
      <div>
        <h2 className="kicker" id="balance-title">
          {t('finance:balance.title')}
        </h2>
        <p>
          <Money amount={sum} language={language} currency={CURRENCY} isFigure />
        </p>
      </div>
      <dl className="row equation">
        <div>
          <dt>{t('finance:balance.available')}</dt>
          <dd>
            <Money amount={available} language={language} />
          </dd>
        </div>
        <div>
          <dt>{t('finance:balance.held')}</dt>
          <dd>
            <Money amount={held} language={language} />
          </dd>
        </div>
      </dl>
      <dl className="row equation" data-in-place>
        {parts.map(({ kind, amount }) => (
          <div key={kind}>
            <dt>
              <a
                className="link"
                href={historyAddress(language, { kind })}
                onClick={(event: MouseEvent) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  onFilter(kind);
                }}
              >
                {t(`finance:kinds.${kind}`)}
              </a>
            </dt>
            <dd>
              <Money amount={amount} language={language} />
            </dd>
          </div>
        ))}
      </dl>
      <Art />
    </section>
  );
}
