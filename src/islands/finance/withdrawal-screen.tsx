import { useState } from 'react';
import { call } from '#client/call.ts';
import { getWithdrawal, type Withdrawal } from '#contracts/finance.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { isOpen, shownOf } from '#domain/withdrawal.ts';
import { formatMoney } from '#i18n/format.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Timeline } from '#components/ui/timeline.tsx';
import { showToast } from '#stores/toast.ts';
import { useChanges } from '../use-changes.ts';
import { useReader } from '../use-reader.ts';
import { stepsOf } from './steps-of.ts';
import { WithdrawalCard } from './withdrawal-card.tsx';
import { WITHDRAWAL_TEXTS, type WithdrawalText } from './texts.ts';

type Props = ReaderProps<WithdrawalText> & {
  start: Withdrawal;
  usual: string | undefined;
  /** What the page says first: what has just been done, or why it was not. */
  done: string | undefined;
  refused: string | undefined;
};

/** One withdrawal with everything there is to know, kept true while it is open. */
export function WithdrawalScreen(props: Props) {
  const { start, usual, done, refused } = props;
  const reader = useReader(WITHDRAWAL_TEXTS, props);
  const { t, language } = reader;
  const [withdrawal, setWithdrawal] = useState(start);
  const [moved, setMoved] = useState('');
  useChanges(['withdrawals'], async () => {
    const now = await call(getWithdrawal, { id: start.id }, { isUnasked: true });
    if (!now?.success || shownOf([now.data]) === shownOf([withdrawal])) return;
    setWithdrawal(now.data);
    const words = `${formatMoney(now.data.amount)} ${CURRENCY}: ${t(`finance:state.${now.data.state}`)}`;
    setMoved(`${t('finance:withdrawal.title')}, ${words}`);
  });
  return (
    <>
      <p className="above no-print">
        <Button href={path(language, 'finance')} icon="back" variant="plain">
          {t('finance:title')}
        </Button>
      </p>
      {done && !moved && <Notice kind="ok">{done}</Notice>}
      {refused && !moved && <Notice kind="bad">{refused}</Notice>}
      <p className="sr" role="status">
        {moved}
      </p>
      <div className="stack split">
        <WithdrawalCard
          withdrawal={withdrawal}
          usual={isOpen(withdrawal.state) ? usual : undefined}
          reader={reader}
          onCancelled={(cancelled) => {
            setWithdrawal(cancelled);
            showToast(t('finance:done.cancelled'));
          }}
        />
        <section className="card stack">
          <h2>{t('finance:withdrawal.steps')}</h2>
          <Timeline label={t('finance:withdrawal.steps')} steps={stepsOf(withdrawal, reader)} />
        </section>
      </div>
    </>
  );
}
