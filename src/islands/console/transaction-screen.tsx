import { useState } from 'react';
import { getConsoleTransaction } from '#contracts/console/transactions.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { MemberLink } from './member-link.tsx';
import { type PlainColumn, PlainTable } from './plain-table.tsx';
import { TransactionActs, TransactionBadges, TransactionMarks } from './transaction-acts.tsx';
import { useConsole } from './use-console.tsx';
import { When } from './when.tsx';

type Props = { start: OutputOf<typeof getConsoleTransaction>; canDecide: boolean };

export const TransactionScreen = withReader(function TransactionScreen({ start, canDecide }: Props) {
  const reader = useReader();
  const { t } = reader;
  const { call, confirmation } = useConsole();
  const [card, setCard] = useState(start);
  const [message, setMessage] = useState('');
  const { transaction: row, steps, payments } = card;
  const reload = async () => {
    const answer = await call(getConsoleTransaction, { id: row.id });
    if (answer?.success) setCard(answer.data);
  };
  return (
    <>
      <section className="card stack">
        <p>
          <TransactionBadges row={row} /> <TransactionMarks row={row} />
        </p>
        <Facts
          facts={[
            { name: 'ID', value: row.id, isExact: true },
            { name: t('console_money:member'), value: <MemberLink username={row.username} /> },
            { name: t('console_money:transactions.plan'), value: row.plan },
            { name: t('console_money:transactions.price'), amount: row.price },
            { name: t('console_money:transactions.paid'), amount: row.paid },
            { name: t('console_money:transactions.pending'), amount: row.pending },
            { name: t('console_money:transactions.returned'), amount: row.returned },
            { name: t('console_money:transactions.created'), value: whenOf(row.created_at, reader) },
            { name: t('console_money:transactions.pay_until'), value: whenOf(card.expires_at, reader) },
            { name: t('console_money:transactions.address'), value: card.address ?? '–', isExact: true },
          ]}
        />
        <div role="status">{message && <Notice kind="ok">{message}</Notice>}</div>
        <div className="row">
          {canDecide && (
            <TransactionActs
              {...{ call, row }}
              onDone={(changed, newMessage) => {
                setMessage(newMessage);
                setCard({ ...card, transaction: changed });
                void reload();
              }}
            />
          )}
          <Button href={consolePath('member', { username: row.username })} variant="plain">
            {t('console_money:to_member')}
          </Button>
        </div>
      </section>
      <History
        title={t('console_money:steps')}
        steps={steps.map((step) => ({ ...step, title: t(`console_money:transactions.states.${step.state}`) }))}
      />
      <PlainTable
        id="payments"
        title={t('console_money:transactions.payments')}
        none={t('console_money:transactions.no_payments')}
        rows={payments}
        rowId={({ node_id: id }) => id}
        columns={paymentColumns(reader)}
      />
      {confirmation}
    </>
  );
});

type Payment = OutputOf<typeof getConsoleTransaction>['payments'][number];

function paymentColumns(reader: Reader): PlainColumn<Payment>[] {
  const { t } = reader;
  return [
    { label: t('console_money:when'), cell: ({ at }) => <When at={at} /> },
    { label: t('console_money:amount'), amount: ({ amount }) => amount },
    { label: t('console_money:transactions.currency'), cell: ({ currency }) => currency },
    {
      label: t('console_money:transactions.payment'),
      cell: ({ node_id: id }) => <span className="mono">{id}</span>,
    },
  ];
}
