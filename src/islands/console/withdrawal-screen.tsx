import { useState } from 'react';
import { approveOne, type ConsoleWithdrawal, getConsoleWithdrawal } from '#contracts/console/withdrawals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import { type ReaderProps, whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '../use-reader.ts';
import { ActDialog } from './act-dialog.tsx';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { MemberLink } from './member-link.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useConsole } from './use-console.tsx';
import { WithdrawalFacts, WithdrawalRisks, WithdrawalState } from './withdrawal-parts.tsx';
import { WITHDRAWAL_TEXTS, type WithdrawalText } from './withdrawal-texts.ts';

type Props = ReaderProps<WithdrawalText> & { start: OutputOf<typeof getConsoleWithdrawal>; canDecide: boolean };

/** One withdrawal: whose, where to, what makes one look twice, and what happened to it. */
export function WithdrawalScreen({ start, canDecide, ...props }: Props) {
  const reader = useReader(WITHDRAWAL_TEXTS, props);
  const { t } = reader;
  const { ask, confirmation } = useConsole(t);
  const [card, setCard] = useState(start);
  const [act, setAct] = useState<'approve' | 'reject'>();
  const [said, setSaid] = useState('');
  const { withdrawal: row, steps } = card;
  const close = () => setAct(undefined);
  const done = (words: string) => async (data: { withdrawal: ConsoleWithdrawal; outcome: 'done' | 'waiting' }) => {
    setAct(undefined);
    setSaid(data.outcome === 'waiting' ? t('console:act.waiting') : words);
    setCard({ ...card, withdrawal: data.withdrawal });
    const answer = await ask(getConsoleWithdrawal, { id: row.id });
    if (answer?.success) setCard(answer.data);
  };
  return (
    <>
      <section className="card stack">
        <p>
          <WithdrawalState t={t} row={row} /> <WithdrawalRisks t={t} row={row} />
        </p>
        <Facts
          facts={[
            { name: 'id', value: row.id, isExact: true },
            { name: t('console:withdrawals.member'), value: <MemberLink username={row.username} /> },
            { name: t('console:withdrawals.amount'), value: `${row.amount} USDT` },
            { name: t('console:withdrawals.fee'), value: `${row.fee} USDT` },
            { name: t('console_money:withdrawal.arrives'), value: `${arrives(row)} USDT` },
            { name: t('console_money:withdrawal.network'), value: row.network },
            { name: t('console_money:withdrawal.destination'), value: row.destination, isExact: true },
            { name: t('console:withdrawals.requested'), value: whenOf(row.requested_at, reader) },
            ...(card.chain_id ? [{ name: t('console:withdrawals.chain'), value: card.chain_id, isExact: true }] : []),
            ...(card.reason ? [{ name: t('console_money:withdrawal.said'), value: card.reason }] : []),
          ]}
        />
        <div role="status">{said && <Notice kind="ok">{said}</Notice>}</div>
        <div className="row">
          {canDecide && row.state === 'requested' && !row.waits_for_second && (
            <Button type="button" variant="primary" onClick={() => setAct('approve')}>
              {t('console:withdrawals.approve')}
            </Button>
          )}
          {canDecide && ['requested', 'approved'].includes(row.state) && (
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
      <section className="card stack">
        <h2>{t('console:withdrawals.steps')}</h2>
        <History
          label={t('console:withdrawals.steps')}
          reader={reader}
          steps={steps.map((step) => ({ ...step, title: t(`console:withdrawals.states.${step.state}`) }))}
        />
      </section>
      {act === 'approve' && (
        <ActDialog
          t={t}
          title={t('console:withdrawals.approve')}
          command={() => ({ words: ['withdrawals', 'approve', row.id] })}
          act={({ reason = '' }) => ask(approveOne, { id: row.id, reason })}
          onDone={done(t('console:withdrawals.approved'))}
          onClose={close}
        >
          <WithdrawalFacts t={t} row={row} />
        </ActDialog>
      )}
      {act === 'reject' && (
        <RejectDialog {...{ reader, ask, row }} onClose={close} onDone={done(t('console:withdrawals.rejected'))}>
          <WithdrawalFacts t={t} row={row} />
        </RejectDialog>
      )}
      {confirmation}
    </>
  );
}

function arrives({ amount, fee }: ConsoleWithdrawal): string {
  return moneyText((parseMoney(amount) ?? 0n) - (parseMoney(fee) ?? 0n));
}
