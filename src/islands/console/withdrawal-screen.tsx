import { useState } from 'react';
import { type ConsoleWithdrawal, getConsoleWithdrawal, type WithdrawalCard } from '#contracts/console/withdrawals.ts';
import { consolePath } from '#domain/console-paths.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { History } from './history.tsx';
import { useConsole } from './use-console.tsx';
import { WithdrawalDetails } from './withdrawal-details.tsx';
import { type WithdrawalAct, WithdrawalButtons, WithdrawalDialog } from './withdrawal-dialog.tsx';

type Props = { start: WithdrawalCard; canDecide: boolean };

export const WithdrawalScreen = withReader(function WithdrawalScreen({ start, canDecide }: Props) {
  const { t } = useReader();
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
        <WithdrawalDetails card={card} />
        <div role="status">{message && <Notice kind="ok">{message}</Notice>}</div>
        <div className="row">
          {canDecide && <WithdrawalButtons row={row} onAct={setAct} isMain />}
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
        steps={steps.map((step) => ({
          ...step,
          preparedBy: step.prepared_by,
          title: t(`console:withdrawals.states.${step.state}`),
        }))}
      />
      {act && <WithdrawalDialog {...{ call, act, row }} onDone={done} onClose={() => setAct(undefined)} />}
      {confirmation}
    </>
  );
});
