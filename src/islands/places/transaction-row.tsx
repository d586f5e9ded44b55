import { useEffect, useRef } from 'react';
import { path } from '#domain/paths.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { menuEntries } from '#components/ui/menu-entries.ts';
import { Money } from '#components/ui/money.tsx';
import { boardPages } from './platforms.ts';
import { StateBadge } from './state-badge.tsx';
import type { ListText } from './texts.ts';
import type { TransactionItem } from './use-transactions.ts';

/** `takesFocus` for the first row of those that were asked for. */
type Props = { transaction: TransactionItem; takesFocus: boolean; reader: Reader<ListText> };

/** One request, all of which leads to its invoice. */
export function TransactionRow({ transaction, takesFocus, reader }: Props) {
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
        <Money amount={price} currency={currency} />
        <StateBadge transaction={transaction} reader={reader} />
      </div>
    </li>
  );
}
