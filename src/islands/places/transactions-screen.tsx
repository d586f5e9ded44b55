import type { ReaderProps } from '#i18n/reader.ts';
import { path } from '#domain/paths.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { isPlainClick } from '../in-place.ts';
import { useReader } from '../use-reader.ts';
import { LIST_TEXTS, type ListText } from './texts.ts';
import { TransactionRow } from './transaction-row.tsx';
import { type TransactionsPage, useTransactions } from './use-transactions.ts';

type Props = ReaderProps<ListText> & {
  start: TransactionsPage;
  /** Where the page begins. */
  cursor: string | undefined;
};

/** My requests to pay for places, newest first; they stay true while somebody looks. */
export function TransactionsScreen(props: Props) {
  const { start, cursor } = props;
  const reader = useReader(LIST_TEXTS, props);
  const { t, language } = reader;
  const { items, next, told, first, isBusy, isBroken, showMore } = useTransactions(start, cursor, reader);
  return (
    <section className="card flush" aria-label={t('transactions:title')}>
      <p className="sr" role="status">
        {told}
      </p>
      {items.length === 0 ? (
        <EmptyState title={t('common:nothing_here')}>
          <p>{t('transactions:empty')}</p>
        </EmptyState>
      ) : (
        <ul className="rows">
          {items.map((item, index) => (
            <TransactionRow key={item.id} transaction={item} takesFocus={index === first} reader={reader} />
          ))}
        </ul>
      )}
      {isBroken && <Notice kind="bad">{t('common:line_broken')}</Notice>}
      <Pagination
        first={cursor ? { label: t('finance:history.newest'), href: path(language, 'transactions') } : undefined}
        more={
          next === null
            ? undefined
            : {
                label: t('finance:history.show_more'),
                href: path(language, 'transactions', { cursor: next }),
                isBusy,
                onClick: (event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  void showMore();
                },
              }
        }
      />
    </section>
  );
}
