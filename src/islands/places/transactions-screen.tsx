import { useEffect, useRef } from 'react';
import { path } from '#domain/paths.ts';
import { whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { menuEntries } from '#components/ui/menu-entries.ts';
import { Money } from '#components/ui/money.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { boardPages } from './platforms.ts';
import { StateBadge } from './state-badge.tsx';
import { type TransactionItem, type TransactionsPage, useTransactions } from './use-transactions.ts';

type Props = {
  start: TransactionsPage;
  cursor: string | undefined;
};

export const TransactionsScreen = withReader(function TransactionsScreen(props: Props) {
  const { start, cursor } = props;
  const reader = useReader();
  const { t, language } = reader;
  const { items, next, announcement, firstNew, isBusy, isBroken, showMore } = useTransactions(start, cursor, reader);
  return (
    <section className="card flush" aria-label={t('transactions:title')}>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
      {items.length === 0 ? (
        <EmptyState title={t('common:nothing_here')}>
          <p>{t('transactions:empty')}</p>
          <Button href={path(language, 'licenses')}>{t('common:menu.licenses')}</Button>
        </EmptyState>
      ) : (
        <ul className="rows">
          {items.map((item, index) => (
            <TransactionRow key={item.id} transaction={item} takesFocus={index === firstNew} />
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
});

type TransactionRowProps = { transaction: TransactionItem; takesFocus: boolean };

function TransactionRow({ transaction, takesFocus }: TransactionRowProps) {
  const reader = useReader();
  const { t, language } = reader;
  const { id, platform, plan, price, currency, created_at: at } = transaction;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus) link.current?.focus();
  }, [takesFocus]);
  return (
    <li className="whole">
      <div className="grow">
        <a ref={link} className="link" href={path(language, 'transaction', { id })}>
          {t(menuEntries[boardPages[platform]].label)}:{' '}
          {t('places:plan_titled', { number: plan.number, title: plan.title })}
        </a>
        <p className="kicker">
          <time dateTime={at}>{whenOf(at, reader)}</time>
        </p>
      </div>
      <div className="meta">
        <Money amount={price} language={language} currency={currency} />
        <StateBadge transaction={transaction} />
      </div>
    </li>
  );
}
