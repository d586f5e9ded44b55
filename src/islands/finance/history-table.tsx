import type { Ref } from 'react';
import type { HistoryRow } from '#contracts/finance.ts';
import { CURRENCY, negated } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { isReturned } from '#domain/withdrawal.ts';
import { Money } from '#components/ui/money.tsx';
import { whenOf } from '#i18n/reader.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import type { HistoryPage } from './find-history.ts';
import { StateBadge } from './withdrawal.tsx';

type Props = {
  page: HistoryPage;
  newFrom: number | undefined;
  firstNew: Ref<HTMLTableRowElement>;
};

export function HistoryTable({ page, newFrom, firstNew }: Props) {
  const { t } = useReader();
  return (
    <>
      <Sums totals={page.totals} />
      <table className="table" role="table" aria-labelledby="history-title">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {t('finance:history.date')}
            </th>
            <th role="columnheader" scope="col">
              {t('finance:history.details')}
            </th>
            <th role="columnheader" scope="col" className="number">
              {t('finance:history.amount')}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {page.items.map((row, index) => (
            <Row key={row.id} row={row} rowRef={index === newFrom ? firstNew : undefined} />
          ))}
        </tbody>
      </table>
    </>
  );
}

export const PrintedHistory = withReader(HistoryTable);

type RowProps = { row: HistoryRow; rowRef: Ref<HTMLTableRowElement> | undefined };

function Row({ row, rowRef }: RowProps) {
  const reader = useReader();
  const { t, language } = reader;
  const { document: paper, source, withdrawal, transaction } = row.origin;
  const isVoid = withdrawal !== null && isReturned(withdrawal.state);
  const amountClass = isVoid ? ' voided' : row.amount.startsWith('-') ? '' : ' incoming';
  return (
    <tr role="row" ref={rowRef}>
      <td role="cell" className="when">
        <time dateTime={row.at}>{whenOf(row.at, reader)}</time>
      </td>
      <td role="cell" className="details">
        <details>
          <summary>
            {row.title} {withdrawal && withdrawal.state !== 'completed' && <StateBadge state={withdrawal.state} />}
            {row.details && <small>{row.details}</small>}
          </summary>
          <dl className="facts">
            {paper && (
              <div>
                <dt>{t('finance:history.document')}</dt>
                <dd>{paper}</dd>
              </div>
            )}
            {source && (
              <div>
                <dt>{t('finance:history.source')}</dt>
                <dd>
                  <a className="link" href={path(language, 'teamMember', { username: source })}>
                    @{source}
                  </a>
                </dd>
              </div>
            )}
            <div>
              <dt>{t('finance:history.balance_after')}</dt>
              <dd>
                <Money amount={row.balance_after} language={language} currency={CURRENCY} />
              </dd>
            </div>
          </dl>
          {withdrawal && (
            <p>
              <a className="link" href={path(language, 'withdrawal', { id: withdrawal.id })}>
                {t('finance:history.withdrawal')}
              </a>
            </p>
          )}
          {transaction && (
            <p>
              <a className="link" href={path(language, 'transaction', { id: transaction.id })}>
                {t('transactions:open')}
              </a>
            </p>
          )}
        </details>
      </td>
      <td role="cell" className={`sum${amountClass}`}>
        <Money amount={row.amount} language={language} isSigned />
      </td>
    </tr>
  );
}

function Sums({ totals }: { totals: HistoryPage['totals'] }) {
  const { t } = useReader();
  const { earned, paid_in: paidIn, went_out: wentOut, held } = totals;
  return (
    <dl id="sums" className="inset facts sums">
      <Sum name={t('finance:sums.earned')} amount={earned} isSigned />
      <Sum name={t('finance:sums.paid_in')} amount={paidIn} isSigned />
      <Sum name={t('finance:sums.went_out')} amount={negated(wentOut)} />
      {held !== '0.00' && <Sum name={t('finance:sums.held')} amount={held} />}
    </dl>
  );
}

type SumProps = { name: string; amount: string; isSigned?: boolean };

function Sum({ name, amount, isSigned = false }: SumProps) {
  const { language } = useReader();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} language={language} isSigned={isSigned && amount !== '0.00'} />
      </dd>
    </div>
  );
}
