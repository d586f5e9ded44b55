import { type ReactNode, useState } from 'react';
import { call } from '#client/call.ts';
import { getWithdrawal, type Withdrawal } from '#contracts/finance.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { isOpen, shownOf } from '#domain/withdrawal.ts';
import { formatMoney } from '#i18n/format.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { Money } from '#components/ui/money.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Timeline } from '#components/ui/timeline.tsx';
import { Copy } from '#islands/shared/copy.tsx';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { CancelForm, ExplorerLink, Fact, StateBadge, stepsOf } from './withdrawal.tsx';

type Props = {
  start: Withdrawal;
  usual: string | undefined;
  done: string | undefined;
  refused: string | undefined;
};

export const WithdrawalScreen = withReader(function WithdrawalScreen(props: Props) {
  const { start, usual, done, refused } = props;
  const reader = useReader();
  const { t, language } = reader;
  const [withdrawal, setWithdrawal] = useState(start);
  const [announcement, setAnnouncement] = useState('');
  useChanges(['withdrawals'], async ({ isOwn }) => {
    const answer = await call(getWithdrawal, { id: start.id }, { isUnasked: true });
    if (!answer?.success || shownOf([answer.data]) === shownOf([withdrawal])) return;
    setWithdrawal(answer.data);
    if (isOwn) return;
    const { amount, state } = answer.data;
    const words = `${formatMoney(amount, language)} ${CURRENCY}: ${t(`finance:state.${state}`)}`;
    setAnnouncement(`${t('finance:withdrawal.title')}, ${words}`);
  });
  return (
    <>
      <p className="above no-print">
        <Button href={path(language, 'finance')} icon="back" variant="plain">
          {t('finance:title')}
        </Button>
      </p>
      {done && !announcement && <Notice kind="ok">{done}</Notice>}
      {refused && !announcement && <Notice kind="bad">{refused}</Notice>}
      <p className="hidden-text" role="status">
        {announcement}
      </p>
      <div className="stack split">
        <WithdrawalCard
          withdrawal={withdrawal}
          usual={isOpen(withdrawal.state) ? usual : undefined}
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
});

type WithdrawalCardProps = {
  withdrawal: Withdrawal;
  usual: string | undefined;
  onCancelled: (withdrawal: Withdrawal) => void;
};

function WithdrawalCard({ withdrawal, usual, onCancelled }: WithdrawalCardProps) {
  const { t, language } = useReader();
  const { id, amount, fee, arrives, destination, network, state, reason } = withdrawal;
  const money = (sum: string): ReactNode => <Money amount={sum} language={language} currency={CURRENCY} />;
  return (
    <section className="card stack">
      <div className="row between">
        <Money amount={amount} language={language} currency={CURRENCY} isFigure />
        <StateBadge state={state} />
      </div>
      <dl className="facts">
        <Fact name={t('finance:withdraw.to')} mono>
          {destination}
        </Fact>
        <Fact name={t('finance:withdraw.network')}>{t(`finance:networks.${network}`)}</Fact>
        <Fact name={t('finance:withdraw.amount')}>{money(amount)}</Fact>
        <Fact name={t('finance:withdraw.fee')}>{money(fee)}</Fact>
        <Fact name={t('finance:withdraw.arrives')}>{money(arrives)}</Fact>
        {usual && <Fact name={t('finance:withdraw.usual_time')}>{usual}</Fact>}
        {reason && <Fact name={t('finance:withdrawal.reason')}>{reason}</Fact>}
      </dl>
      <div className="row no-print">
        {state === 'requested' && <CancelForm withdrawal={withdrawal} onCancelled={onCancelled} />}
        <Copy text={destination} label={t('finance:withdrawal.copy')} />
        <ExplorerLink withdrawal={withdrawal} />
        <Button href={path(language, 'support', { about: `withdrawal:${id}` })} icon="support" variant="plain">
          {t('support:ask_about')}
        </Button>
      </div>
    </section>
  );
}
