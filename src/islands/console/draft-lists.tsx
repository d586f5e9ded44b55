import { useMemo } from 'react';
import type { Call } from '#contracts/call.ts';
import {
  type AccrualDraft,
  type AccrualSummary,
  type DraftFault,
  type DraftLineRow,
  listDraftFaults,
  listDraftLines,
} from '#contracts/console/accruals.ts';
import { BATCH_DIFFERENCES } from '#domain/accrual-file.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Reader } from '#i18n/reader.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { DataTable } from './data-table.tsx';
import { ListFilters } from './list-filters.tsx';
import { MemberLink } from './member-link.tsx';
import { type PlainColumn, PlainTable } from './plain-table.tsx';
import { type Column, type ListStart, useList } from './use-list.ts';

type Props<List> = { call: Call; id: string; start: List };

export function DraftFaults({ call, id, start }: Props<ListStart<typeof listDraftFaults>>) {
  const reader = useReader();
  const { t } = reader;
  const columns = useMemo(() => faultColumns(reader), [reader]);
  const path = consolePath('accrualDraft', { id });
  const list = useList({ contract: listDraftFaults, path, call, columns, start, fixed: { id } });
  return (
    <section className="card flush">
      <h2>{t('console_money:draft.wrong')}</h2>
      <DataTable
        {...{ list }}
        caption={t('console_money:draft.wrong')}
        rowId={({ line, field }) => `${line} ${field}`}
      />
    </section>
  );
}

export function DraftLines({ call, id, start }: Props<ListStart<typeof listDraftLines>>) {
  const reader = useReader();
  const { t } = reader;
  const columns = useMemo(() => lineColumns(reader), [reader]);
  const path = consolePath('accrualDraft', { id });
  const list = useList({ contract: listDraftLines, path, call, columns, start, fixed: { id } });
  return (
    <section className="card flush">
      <h2>{t('console_money:draft.lines')}</h2>
      <ListFilters list={list} searchHint={t('console_money:draft.search')} />
      <DataTable {...{ list }} caption={t('console_money:draft.lines')} rowId={({ line }) => String(line)} />
    </section>
  );
}

type SummaryProps = { draft: AccrualDraft; summary: AccrualSummary };

export function DraftSummary({ draft, summary: { largest, members, comparison } }: SummaryProps) {
  const { t } = useReader();
  return (
    <>
      <PlainTable
        id="sums"
        title={t('console_money:draft.sums')}
        rows={draft.sums}
        rowId={({ reason }) => reason}
        columns={[
          { label: t('console_money:draft.reason'), cell: ({ reason }) => reason },
          { label: t('console_money:accruals.lines'), isNumber: true, cell: ({ lines }) => lines },
          { label: t('console_money:accruals.total'), amount: ({ total }) => total },
        ]}
      />
      {comparison && <BatchComparison comparison={comparison} />}
      {largest.length > 0 && (
        <PlainTable
          id="largest"
          title={t('console_money:draft.largest')}
          rows={largest}
          rowId={({ line }) => line}
          columns={lineColumns({ t })}
        />
      )}
      {members.length > 0 && (
        <PlainTable
          id="members"
          title={t('console_money:draft.members')}
          rows={members}
          rowId={({ username }) => username}
          columns={memberColumns({ t })}
        />
      )}
    </>
  );
}

type ComparisonProps = { comparison: NonNullable<AccrualSummary['comparison']> };

/** Members whose sum differs much from the batch before: how many of each kind, and the first few. */
function BatchComparison({ comparison }: ComparisonProps) {
  const { t } = useReader();
  return (
    <PlainTable
      id="comparison"
      title={t('console_money:draft.compared', { batch: comparison.batch })}
      none={t('console_money:draft.alike')}
      rows={BATCH_DIFFERENCES.flatMap((kind) => {
        const { count, largest } = comparison[kind];
        return largest.map((row) => ({ kind, count, ...row }));
      })}
      rowId={({ kind, username }) => `${kind} ${username}`}
      columns={comparisonColumns({ t })}
    />
  );
}

type ComparedRow = {
  kind: (typeof BATCH_DIFFERENCES)[number];
  count: number;
  username: string;
  before: string;
  now: string;
};

function comparisonColumns({ t }: Pick<Reader, 't'>): PlainColumn<ComparedRow>[] {
  return [
    {
      label: t('console_money:draft.difference'),
      cell: ({ kind, count }) => t(`console_money:draft.differences.${kind}`, { number: count }),
    },
    { label: t('console_money:member'), cell: ({ username }) => <MemberLink username={username} /> },
    { label: t('console_money:draft.before'), amount: ({ before }) => before },
    { label: t('console_money:draft.now'), amount: ({ now }) => now },
  ];
}

function faultColumns({ t }: Reader): Column<DraftFault>[] {
  return [
    { id: 'line', label: t('console_money:draft.line'), isNumber: true, cell: ({ line }) => line },
    { id: 'field', label: t('console_money:draft.field'), cell: ({ field }) => <span className="mono">{field}</span> },
    {
      id: 'written',
      label: t('console_money:draft.written'),
      cell: ({ written }) => <span className="mono">{written || '–'}</span>,
    },
    { id: 'why', label: t('console_money:draft.why'), cell: ({ sentence }) => sentence },
  ];
}

function lineColumns({ t }: Pick<Reader, 't'>): Column<DraftLineRow>[] {
  return [
    { id: 'line', label: t('console_money:draft.line'), sort: 'line', isNumber: true, cell: ({ line }) => line },
    { id: 'username', label: t('console_money:member'), cell: ({ username }) => <MemberLink username={username} /> },
    {
      id: 'amount',
      label: t('console_money:amount'),
      sort: 'amount',
      amount: ({ amount }) => amount,
    },
    { id: 'reason', label: t('console_money:draft.reason'), cell: ({ reason }) => reason },
    { id: 'source', label: t('console_money:draft.source'), cell: ({ source }) => source || '–' },
    { id: 'document', label: t('console_money:draft.document'), cell: ({ document }) => document },
  ];
}

function memberColumns({ t }: Pick<Reader, 't'>): PlainColumn<AccrualSummary['members'][number]>[] {
  return [
    { label: t('console_money:member'), cell: ({ username }) => <MemberLink username={username} /> },
    { label: t('console_money:accruals.lines'), isNumber: true, cell: ({ lines }) => lines },
    { label: t('console_money:accruals.total'), amount: ({ total }) => total },
  ];
}
