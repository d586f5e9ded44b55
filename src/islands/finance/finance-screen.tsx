import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Withdrawal } from '#contracts/finance.ts';
import { CURRENCY } from '#domain/money.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Notice } from '#components/ui/notice.tsx';
import { ownChangesShown } from '#stores/changes.ts';
import { showToast } from '#stores/toast.ts';
import { useKeptFocus } from '#islands/shared/use-kept-focus.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { BalanceCard } from './balance-card.tsx';
import { HistorySection } from './history-section.tsx';
import { Blocker, WithdrawForm } from './withdraw-form.tsx';
import { OpenWithdrawals } from './open-withdrawals.tsx';
import { type Money, useFinance } from './use-finance.ts';
import { type History, useHistory } from './use-history.ts';
import type { View } from './view.ts';

type Props = {
  start: Money & { history: History };
  view: View;
  usual: string | undefined;
  name: string;
  now: string;
  weekStart: number;
  done: string | undefined;
  restoredNotice: string | undefined;
  /** Static part below the withdrawal form. */
  children: ReactNode;
};

const EMPTY: View = { at: 'order', typed: { destination: '', amountText: '' }, errors: {} };

export const FinanceScreen = withReader(function FinanceScreen(props: Props) {
  const { start, view, usual, name, now, weekStart, done, restoredNotice, children } = props;
  const reader = useReader();
  const { t, language } = reader;
  const [sentCount, setSentCount] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const history = useHistory(start.history, language);
  const { box, fallbackFocus: historyTitle, keep: keepFocus } = useKeptFocus<HTMLDivElement>();
  const openTitle = useRef<HTMLHeadingElement>(null);
  const { balance, withdrawals } = useFinance(start, {
    refreshHistory: history.refresh,
    keepFocus,
    onMoved: (changed) => setAnnouncement(changed.map((withdrawal) => newsOf(withdrawal, reader)).join('. ')),
  });
  const { reason } = balance.withdrawal;

  const [actCount, setActCount] = useState(0);
  useEffect(() => {
    // Only restores a lost focus; never takes it from another control.
    const isLost = actCount > 0 && document.activeElement === document.body;
    if (isLost) (openTitle.current ?? historyTitle.current)?.focus();
  }, [actCount, historyTitle]);
  const announce = async (text: string) => {
    setAnnouncement('');
    showToast(text);
    await ownChangesShown();
    setActCount((before) => before + 1);
  };
  return (
    <>
      {done && !announcement && sentCount === 0 && <Notice kind="ok">{done}</Notice>}
      <p className="hidden-text" role="status">
        {announcement}
      </p>
      <div className="stack split">
        <BalanceCard
          balance={balance}
          onFilter={(kind) => {
            historyTitle.current?.focus();
            void history.show({ kind });
          }}
        />
        <div className="stack side">
          <section id="withdraw" className="card stack no-print" aria-labelledby="withdraw-title">
            <h2 id="withdraw-title">{t('finance:withdraw.title')}</h2>
            {reason ? (
              <Blocker balance={balance} reason={reason} />
            ) : (
              <>
                {restoredNotice && sentCount === 0 && <Notice>{restoredNotice}</Notice>}
                <WithdrawForm
                  key={sentCount}
                  start={sentCount > 0 ? EMPTY : view}
                  balance={balance}
                  usual={usual}
                  onSent={({ state }) => {
                    setSentCount(sentCount + 1);
                    void announce(t(state === 'requested' ? 'finance:done.requested' : 'finance:done.sent'));
                  }}
                />
              </>
            )}
          </section>
          {children}
        </div>
        <div ref={box} className="stack">
          {withdrawals.length > 0 && (
            <OpenWithdrawals
              withdrawals={withdrawals}
              saved={balance.withdrawal.saved_destinations}
              usual={usual}
              title={openTitle}
              onCancelled={() => void announce(t('finance:done.cancelled'))}
            />
          )}
          <HistorySection title={historyTitle} history={history} now={now} weekStart={weekStart} owner={name} />
        </div>
      </div>
    </>
  );
});

function newsOf({ amount, state }: Withdrawal, { t, language }: Reader): string {
  return `${t('finance:withdrawal.title')}, ${formatMoney(amount, language)} ${CURRENCY}: ${t(`finance:state.${state}`)}`;
}
