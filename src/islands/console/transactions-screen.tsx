import {
  type ConsoleTransaction,
  listConsoleTransactions,
  TRANSACTION_MARKS,
} from '#contracts/console/transactions.ts';
import { consolePath } from '#domain/console-paths.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ListScreen } from './list-screen.tsx';
import { MemberLink } from './member-link.tsx';
import { TransactionActs, TransactionBadges, TransactionMarks } from './transaction-acts.tsx';
import type { Column, ListStart } from './use-list.ts';

type Props = {
  start: ListStart<typeof listConsoleTransactions>;
  canDecide: boolean;
};

export const TransactionsScreen = withReader(function TransactionsScreen({ start, canDecide }: Props) {
  const { t } = useReader();
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listConsoleTransactions}
      path={consolePath('transactions')}
      caption={t('console_money:transactions.title')}
      rowId={({ id }) => id}
      filters={{
        searchHint: t('console_money:transactions.search_hint'),
        choices: [
          {
            name: 'state',
            label: t('console_money:state'),
            all: t('console_money:transactions.all_states'),
            options: TRANSACTION_STATES.map((value) => ({
              value,
              label: t(`console_money:transactions.states.${value}`),
            })),
          },
          {
            name: 'mark',
            label: t('console_money:transactions.mark'),
            all: t('console_money:transactions.all_marks'),
            options: TRANSACTION_MARKS.map((value) => ({
              value,
              label: t(`console_money:transactions.marks.${value}`),
            })),
          },
        ],
      }}
      renderActs={
        canDecide &&
        ((row, { call, list, showMessage }) => (
          <TransactionActs
            {...{ call, row }}
            onDone={(changed, message) => {
              showMessage(message);
              list.replace(({ id }) => id === changed.id, changed);
            }}
          />
        ))
      }
    />
  );
});

function columnsOf(reader: Reader): Column<ConsoleTransaction>[] {
  const { t } = reader;
  return [
    {
      id: 'created_at',
      label: t('console_money:transactions.created'),
      sort: 'created_at',
      isFixed: true,
      cell: ({ id, created_at: at }) => (
        <a className="link nowrap" href={consolePath('transaction', { id })}>
          <time dateTime={at}>{whenOf(at, reader)}</time>
        </a>
      ),
    },
    {
      id: 'username',
      label: t('console_money:member'),
      cell: ({ username }) => <MemberLink username={username} />,
    },
    { id: 'plan', label: t('console_money:transactions.plan'), cell: ({ plan }) => plan },
    {
      id: 'price',
      label: t('console_money:transactions.price'),
      sort: 'price',
      amount: ({ price }) => price,
    },
    {
      id: 'paid',
      label: t('console_money:transactions.paid'),
      amount: ({ paid }) => paid,
    },
    {
      id: 'state',
      label: t('console_money:state'),
      cell: (row) => <TransactionBadges row={row} />,
    },
    {
      id: 'marks',
      label: t('console_money:transactions.mark'),
      cell: (row) => <TransactionMarks row={row} />,
    },
  ];
}
