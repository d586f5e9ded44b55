import { useState } from 'react';
import { type ConsoleWithdrawal, getConsoleWithdrawal } from '#contracts/console/withdrawals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import { whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { MemberLink } from './member-link.tsx';
import { useConsole } from './use-console.tsx';
import { canApprove, canReject, type WithdrawalAct, WithdrawalDialog } from './withdrawal-dialog.tsx';
import { weighingFacts, WithdrawalRisks, WithdrawalState } from './withdrawal-parts.tsx';

type Props = { start: OutputOf<typeof getConsoleWithdrawal>; canDecide: boolean };

export const WithdrawalScreen = withReader(function WithdrawalScreen({ start, canDecide }: Props) {
  const reader = useReader();
  const { t } = reader;
  const { call, confirmation } = useConsole();
  const [card, setCard] = useState(start);
  const [act, setAct] = useState<WithdrawalAct>();
  const [message, setMessage] = useState('');
  const { withdrawal: row, steps } = card;
  const done = async (changed: ConsoleWithdrawal, newMessage: string) => {
    setAct(undefined);
    setMessage(newMessage);
    setCard({ ...card, withdrawal: { ...row, ...changed } });
    const answer = await call(getConsoleWithdrawal, { id: row.id });
    if (answer?.success) setCard(answer.data);
  };
  return (
    <>
      <section className="card stack">
        <p>
          <WithdrawalState row={row} /> <WithdrawalRisks row={row} />
        </p>
        <Facts
          facts={[
            { name: 'ID', value: row.id, isExact: true },
            { name: t('console:withdrawals.member'), value: <MemberLink username={row.username} /> },
            { name: t('console:withdrawals.amount'), value: amountText(row.amount, reader) },
            { name: t('console:withdrawals.fee'), value: amountText(row.fee, reader) },
            { name: t('console_money:withdrawal.arrives'), value: amountText(arrives(row), reader) },
            { name: t('console_money:withdrawal.network'), value: row.network },
            { name: t('console_money:withdrawal.destination'), value: row.destination, isExact: true },
            { name: t('console:withdrawals.requested'), value: whenOf(row.requested_at, reader) },
            ...weighingFacts(row.weighing, reader),
            ...(row.chain_id ? [{ name: t('console:withdrawals.chain'), value: row.chain_id, isExact: true }] : []),
            ...(row.reason ? [{ name: t('console_money:withdrawal.said'), value: row.reason }] : []),
          ]}
        />
        <div role="status">{message && <Notice kind="ok">{message}</Notice>}</div>
        <div className="row">
          {canDecide && canApprove(row) && (
            <Button type="button" variant="primary" onClick={() => setAct('approve')}>
              {t('console:withdrawals.approve')}
            </Button>
          )}
          {canDecide && canReject(row) && (
            <Button type="button" onClick={() => setAct('reject')}>
              {t('console:withdrawals.reject')}
            </Button>
          )}
          {card.explorer_url && (
            <Button href={card.explorer_url} target="_blank" rel="noreferrer">
              {t('console_money:withdrawal.explorer')}
            </Button>
          )}
          <Button href={consolePath('member', { username: row.username })} variant="plain">
            {t('console_money:to_member')}
          </Button>
        </div>
      </section>
      <History
        title={t('console:withdrawals.steps')}
        steps={steps.map((step) => ({ ...step, title: t(`console:withdrawals.states.${step.state}`) }))}
      />
      {act && <WithdrawalDialog {...{ call, act, row }} onDone={done} onClose={() => setAct(undefined)} />}
      {confirmation}
    </>
  );
});

function arrives({ amount, fee }: ConsoleWithdrawal): string {
  return moneyText((parseMoney(amount) ?? 0n) - (parseMoney(fee) ?? 0n));
}
