import { moneyText, parseMoney } from '#domain/money.ts';
import { Art } from '#components/ui/icon.tsx';
import { Money } from '#components/ui/money.tsx';
import type { Balance } from '#stores/balance.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

export function BalanceCard({ balance }: { balance: Balance }) {
  const { t, language } = useReader();
  const { available, held, total, currency } = balance;
  const sum = moneyText((parseMoney(available) ?? 0n) + (parseMoney(held) ?? 0n));
  return (
    <section id="balance" className="card balance" aria-labelledby="balance-title">
      <div>
        <h2 className="kicker" id="balance-title">
          {t('finance:balance.title')}
        </h2>
        <p>
          <Money amount={sum} language={language} currency={currency} isFigure />
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
        <div>
          <dt>{t('finance:balance.total')}</dt>
          <dd>
            <Money amount={total} language={language} currency={currency} />
          </dd>
        </div>
      </dl>
      <Art />
    </section>
  );
}
