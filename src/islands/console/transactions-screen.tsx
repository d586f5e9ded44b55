import { useMemo, useState } from 'react';
import {
  type ConsoleTransaction,
  listConsoleTransactions,
  TRANSACTION_MARKS,
} from '#contracts/console/transactions.ts';
import { consolePath } from '#domain/console-paths.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { type Reader, type ReaderProps, whenOf } from '#i18n/reader.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '../use-reader.ts';
import { ColumnChoice, DataTable } from './data-table.tsx';
import { ListFilters } from './list-filters.tsx';
import { MemberLink } from './member-link.tsx';
import { TransactionActs, TransactionBadges, TransactionMarks } from './transaction-acts.tsx';
import { TRANSACTION_TEXTS, type TransactionText } from './transaction-texts.ts';
import { useConsole } from './use-console.tsx';
import { type Column, type ListStart, useList } from './use-list.ts';

type Props = ReaderProps<TransactionText> & {
  start: ListStart<typeof listConsoleTransactions>;
  canDecide: boolean;
};

/** Transactions of everybody, and what somebody should look at among them. */
export function TransactionsScreen({ start, canDecide, ...props }: Props) {
  const reader = useReader(TRANSACTION_TEXTS, props);
  const { t } = reader;
  const { ask, confirmation } = useConsole(t);
  const columns = useMemo(() => columnsOf(reader), [reader]);
  const list = useList({ contract: listConsoleTransactions, path: consolePath('transactions'), ask, columns, start });
  const [said, setSaid] = useState('');
  const title = t('console_money:transactions.title');
  return (
    <section className="card flush">
      <ListFilters
        t={t}
        list={list}
        searchHint={t('console_money:transactions.search_hint')}
        choices={[
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
        ]}
      />
      <ColumnChoice t={t} list={list} />
      <div role="status">{said && <Notice kind="ok">{said}</Notice>}</div>
      <DataTable
        t={t}
        caption={title}
        list={list}
        rowId={({ id }) => id}
        {...(canDecide && {
          renderActs: (row: ConsoleTransaction) => (
            <TransactionActs
              {...{ reader, ask, row }}
              onDone={(changed, words) => {
                setSaid(words);
                list.replace(({ id }) => id === changed.id, changed);
              }}
            />
          ),
        })}
      />
      {confirmation}
    </section>
  );
}

function columnsOf(reader: Reader<TransactionText>): Column<ConsoleTransaction>[] {
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
      isNumber: true,
      cell: ({ price }) => price,
    },
    {
      id: 'paid',
      label: t('console_money:transactions.paid'),
      isNumber: true,
      cell: ({ paid }) => paid,
    },
    {
      id: 'state',
      label: t('console_money:state'),
      cell: (row) => <TransactionBadges t={t} row={row} />,
    },
    {
      id: 'marks',
      label: t('console_money:transactions.mark'),
      cell: (row) => <TransactionMarks t={t} row={row} />,
    },
  ];
}
