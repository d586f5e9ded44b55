import { type ReactNode, useMemo, useState } from 'react';
import type { Withdrawal } from '#contracts/finance.ts';
import type { HistoryQuery } from '#domain/history-query.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY } from '#domain/money.ts';
import { type IslandTexts, sayFrom } from '#i18n/island-texts.ts';
import { formatMoney } from '#i18n/format.ts';
import { Notice } from '#components/ui/notice.tsx';
import { BalanceCard } from './balance-card.tsx';
import { HistoryTable } from './history-table.tsx';
import { Obstacle } from './obstacle.tsx';
import { OpenWithdrawals } from './open-withdrawals.tsx';
import type { Reader } from './reader.ts';
import type { Text } from './texts.ts';
import { type Finance, useFinance } from './use-finance.ts';
import type { View } from './view.ts';
import { WithdrawForm } from './withdraw-form.tsx';

type Props = {
  texts: IslandTexts<Text>;
  language: Language;
  timeZone: string;
  start: Finance;
  /** Where the withdrawal stands that the page has drawn. */
  view: View;
  used: HistoryQuery;
  /** How long a withdrawal usually takes, if there are enough to say. */
  usual: string | undefined;
  /** For whom it was drawn, in case the session ends meanwhile. */
  owner: string;
  /** What the page says first, and what stands above the rows of the history: drawn by the page. */
  said?: ReactNode;
  kept?: ReactNode;
  historyHead?: ReactNode;
  historyEmpty?: ReactNode;
};

/** A member's money: what there is, withdrawing it, what is on its way and what has been. */
export function FinanceScreen(props: Props) {
  const { texts, language, timeZone, start, view, used, usual, owner } = props;
  const reader = useMemo(() => ({ t: sayFrom(texts), language, timeZone }), [texts, language, timeZone]);
  const { t } = reader;
  const [done, setDone] = useState<{ text: string; count: number }>();
  const [sentCount, setSentCount] = useState(0);
  const [told, setTold] = useState('');
  const finance = useFinance(start, used, (changed) => {
    setDone(undefined);
    setTold(changed.map((one) => newsOf(one, t)).join('. '));
  });
  const { balance, withdrawals, history, refresh } = finance;
  const { reason } = balance.withdrawal;

  const say = (text: string) => {
    setDone((before) => ({ text, count: (before?.count ?? 0) + 1 }));
    void refresh();
  };
  return (
    <>
      {done ? (
        <Notice key={done.count} kind="ok" takesFocus>
          {done.text}
        </Notice>
      ) : (
        !told && props.said
      )}
      <p className="sr" role="status">
        {told}
      </p>
      <div className="stack split">
        <BalanceCard balance={balance} t={t} />
        <section id="withdraw" className="card stack side no-print" aria-labelledby="withdraw-title">
          <h2 id="withdraw-title">{t('finance:withdraw.title')}</h2>
          {reason ? (
            <Obstacle balance={balance} reason={reason} reader={reader} />
          ) : (
            <>
              {props.kept}
              <WithdrawForm
                key={sentCount}
                start={sentCount > 0 ? { at: 'order', typed: { destination: '', amount: '' }, errors: {} } : view}
                balance={balance}
                reader={reader}
                usual={usual}
                owner={owner}
                onSent={({ state }) => {
                  setSentCount(sentCount + 1);
                  say(t(state === 'requested' ? 'finance:done.requested' : 'finance:done.sent'));
                }}
              />
            </>
          )}
        </section>
        <div className="stack">
          {withdrawals.length > 0 && (
            <OpenWithdrawals
              withdrawals={withdrawals}
              usual={usual}
              reader={reader}
              onCancelled={() => say(t('finance:done.cancelled'))}
            />
          )}
          <section className="card flush" id="history" tabIndex={-1} aria-labelledby="history-title">
            {props.historyHead}
            {history.items.length > 0 ? (
              <HistoryTable page={history} used={used} reader={reader} />
            ) : (
              props.historyEmpty
            )}
          </section>
        </div>
      </div>
    </>
  );
}

function newsOf({ amount, state }: Withdrawal, t: Reader['t']): string {
  return `${t('finance:withdrawal.title')}, ${formatMoney(amount)} ${CURRENCY}: ${t(`finance:state.${state}`)}`;
}
