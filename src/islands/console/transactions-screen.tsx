import { useMemo, useState } from 'react';
import {
  type ConsoleTransaction,
  listConsoleTransactions,
  TRANSACTION_MARKS,
} from '#contracts/console/transactions.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { type Reader, type ReaderProps, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '../use-reader.ts';
import { type Column, ColumnChoice, DataTable } from './data-table.tsx';
import { ListFilters } from './list-filters.tsx';
import type { ListQuery } from './list-query.ts';
import { MemberLink } from './member-link.tsx';
import { TransactionActs, TransactionBadges } from './transaction-acts.tsx';
import { TRANSACTION_TEXTS, type TransactionText } from './transaction-texts.ts';
import { useConsole } from './use-console.tsx';
import { useList } from './use-list.ts';

type Props = ReaderProps<TransactionText> & {
  start: OutputOf<typeof listConsoleTransactions>;
  query: ListQuery;
  hidden: readonly string[];
  canDecide: boolean;
};

export const COLUMN_IDS = ['created_at', 'username', 'plan', 'price', 'received', 'state', 'marks'];

/** Transactions of everybody, and what somebody should look at among them. */
export function TransactionsScreen({ start, query, hidden, canDecide, ...props }: Props) {
  const reader = useReader(TRANSACTION_TEXTS, props);
  const { t } = reader;
  const { ask, confirmation } = useConsole(t);
  const list = useList<ConsoleTransaction, typeof listConsoleTransactions>({
    contract: listConsoleTransactions,
    ...{ ask, start, query, hidden, columnIds: COLUMN_IDS },
  });
  const [said, setSaid] = useState('');
  const columns = useMemo(() => columnsOf(reader), [reader]);
  const title = t('console_money:transactions.title');
  return (
    <section className="card flush">
      <ListFilters
        t={t}
        path={consolePath('transactions')}
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
      <ColumnChoice t={t} columns={columns} list={list} />
      <div role="status">{said && <Notice kind="ok">{said}</Notice>}</div>
      <DataTable
        t={t}
        caption={title}
        path={consolePath('transactions')}
        columns={columns}
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
      id: 'received',
      label: t('console_money:transactions.received'),
      isNumber: true,
      cell: ({ received }) => received,
    },
    {
      id: 'state',
      label: t('console_money:state'),
      cell: (row) => <TransactionBadges t={t} row={row} />,
    },
    {
      id: 'marks',
      label: t('console_money:transactions.mark'),
      cell: ({ marks }) =>
        marks.map((mark) => (
          <span key={mark}>
            <Badge kind="warn">{t(`console_money:transactions.marks.${mark}`)}</Badge>{' '}
          </span>
        )),
    },
  ];
}
