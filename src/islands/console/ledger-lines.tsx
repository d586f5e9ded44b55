import { Fragment, type ReactNode } from 'react';
import type { LedgerLine } from '#contracts/console/member-lists.ts';
import { type ConsolePage, consolePath } from '#domain/console-paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { MemberLink } from './member-link.tsx';
import type { Column } from './use-list.ts';
import { When } from './when.tsx';

type ColumnsOf = (reader: Reader) => Column<LedgerLine>[];

/** Two functions of the module, because lists memoise their columns by it. */
export const ledgerColumns: ColumnsOf = columnsFor(false);
export const ledgerColumnsWithBatches: ColumnsOf = columnsFor(true);

function columnsFor(canOpenBatches: boolean): ColumnsOf {
  return ({ t }) => [
    { id: 'at', label: t('console_members:card.at'), isFixed: true, cell: ({ at }) => <When at={at} /> },
    {
      id: 'kind',
      label: t('console_members:ledger.kind'),
      isFixed: true,
      cell: ({ kind }) => t(`console_members:ledger.kinds.${kind}`),
    },
    {
      id: 'amount',
      label: t('console_members:card.amount'),
      amount: ({ amount }) => amount,
    },
    {
      id: 'balance',
      label: t('console_members:ledger.balance'),
      amount: ({ balance }) => balance,
    },
    {
      id: 'origin',
      label: t('console_members:ledger.origin'),
      cell: (line) => <Origin {...{ line, canOpenBatches }} />,
    },
  ];
}

const PAGES = { withdrawal: 'withdrawal', transaction: 'transaction' } as const satisfies Record<string, ConsolePage>;

type Props = { line: LedgerLine; canOpenBatches: boolean };

function Origin({ line: { origin, reason, document, source }, canOpenBatches }: Props) {
  const { t } = useReader();
  const parts: Record<string, ReactNode> = {
    batch: origin?.kind === 'batch' && (canOpenBatches ? <BatchLink batch={origin.id} /> : origin.id),
    page: origin && origin.kind !== 'batch' && (
      <a className="link" href={consolePath(PAGES[origin.kind], { id: origin.id })}>
        {t(`console_members:ledger.${origin.kind}`)}
      </a>
    ),
    reason,
    document,
    source: source && <MemberLink username={source} />,
  };
  return Object.entries(parts)
    .filter(([, part]) => part)
    .map(([name, part], index) => (
      <Fragment key={name}>
        {index > 0 && ' · '}
        {part}
      </Fragment>
    ));
}

function BatchLink({ batch }: { batch: string }) {
  return (
    <a className="link" href={consolePath('accrualBatch', { batch })}>
      {batch}
    </a>
  );
}
