import { useMemo } from 'react';
import {
  type AccrualBatch,
  type AccrualDraft,
  listAccrualBatches,
  listAccrualDrafts,
} from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Reader, type ReaderProps, whenOf } from '#i18n/reader.ts';
import { Badge, type BadgeKind } from '#components/ui/badge.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { useReader } from '../use-reader.ts';
import { ACCRUAL_TEXTS, type AccrualText } from './accrual-texts.ts';
import { type Column, DataTable } from './data-table.tsx';
import type { ListQuery } from './list-query.ts';
import { UploadForm } from './upload-form.tsx';
import { useConsole } from './use-console.tsx';
import { useList } from './use-list.ts';

const NONE: readonly string[] = [];

type DraftsProps = ReaderProps<AccrualText> & {
  start: OutputOf<typeof listAccrualDrafts>;
  query: ListQuery;
  canPost: boolean;
};

/** Files of earnings that were uploaded, and a form for another one. */
export function DraftsScreen({ start, query, canPost, ...props }: DraftsProps) {
  const reader = useReader(ACCRUAL_TEXTS, props);
  const { t } = reader;
  const { ask, confirmation } = useConsole(t);
  const list = useList<AccrualDraft, typeof listAccrualDrafts>({
    contract: listAccrualDrafts,
    ...{ ask, start, query, hidden: NONE, columnIds: NONE },
  });
  const columns = useMemo(() => draftColumns(reader), [reader]);
  return (
    <>
      {canPost && <UploadForm {...{ t, ask }} />}
      <section className="card flush">
        <AccrualTabs t={t} at="accruals" />
        <DataTable
          {...{ t, list, columns }}
          caption={t('console_money:accruals.drafts')}
          path={consolePath('accruals')}
          rowId={({ id }) => id}
        />
      </section>
      {confirmation}
    </>
  );
}

type BatchesProps = ReaderProps<AccrualText> & { start: OutputOf<typeof listAccrualBatches>; query: ListQuery };

/** Batches that were posted, by whatever way. */
export function BatchesScreen({ start, query, ...props }: BatchesProps) {
  const reader = useReader(ACCRUAL_TEXTS, props);
  const { t } = reader;
  const { ask, confirmation } = useConsole(t);
  const list = useList<AccrualBatch, typeof listAccrualBatches>({
    contract: listAccrualBatches,
    ...{ ask, start, query, hidden: NONE, columnIds: NONE },
  });
  const columns = useMemo(() => batchColumns(reader), [reader]);
  return (
    <section className="card flush">
      <AccrualTabs t={t} at="accrualBatches" />
      <DataTable
        {...{ t, list, columns }}
        caption={t('console_money:accruals.batches')}
        path={consolePath('accrualBatches')}
        rowId={({ batch }) => batch}
      />
      {confirmation}
    </section>
  );
}

type TabsProps = { t: Reader<AccrualText>['t']; at: 'accruals' | 'accrualBatches' };

function AccrualTabs({ t, at }: TabsProps) {
  const tab = (page: TabsProps['at'], label: string) => ({ label, href: consolePath(page), isCurrent: page === at });
  return (
    <Tabs
      label={t('console_money:accruals.title')}
      items={[
        tab('accruals', t('console_money:accruals.drafts')),
        tab('accrualBatches', t('console_money:accruals.batches')),
      ]}
    />
  );
}

export const DRAFT_KINDS: Record<AccrualDraft['state'], BadgeKind> = {
  checked: 'info',
  waiting: 'warn',
  posting: 'info',
  posted: 'ok',
  discarded: 'off',
};

function draftColumns(reader: Reader<AccrualText>): Column<AccrualDraft>[] {
  const { t } = reader;
  return [
    {
      id: 'batch',
      label: t('console_money:accruals.batch'),
      cell: ({ id, batch }) => (
        <a className="link" href={consolePath('accrualDraft', { id })}>
          {batch}
        </a>
      ),
    },
    {
      id: 'at',
      label: t('console_money:accruals.prepared'),
      cell: ({ prepared_at: at }) => (
        <time className="nowrap" dateTime={at}>
          {whenOf(at, reader)}
        </time>
      ),
    },
    { id: 'by', label: t('console_money:accruals.prepared_by'), cell: ({ prepared_by: name }) => name },
    { id: 'lines', label: t('console_money:accruals.lines'), isNumber: true, cell: ({ lines }) => lines },
    { id: 'total', label: t('console_money:accruals.total'), isNumber: true, cell: ({ total }) => total },
    { id: 'faults', label: t('console_money:accruals.faults'), isNumber: true, cell: ({ faults }) => faults },
    {
      id: 'state',
      label: t('console_money:state'),
      cell: ({ state }) => <Badge kind={DRAFT_KINDS[state]}>{t(`console_money:accruals.states.${state}`)}</Badge>,
    },
  ];
}

function batchColumns(reader: Reader<AccrualText>): Column<AccrualBatch>[] {
  const { t } = reader;
  return [
    {
      id: 'batch',
      label: t('console_money:accruals.batch'),
      cell: ({ batch }) => (
        <a className="link" href={consolePath('accrualBatch', { batch })}>
          {batch}
        </a>
      ),
    },
    {
      id: 'at',
      label: t('console_money:accruals.posted'),
      cell: ({ posted_at: at }) => <time dateTime={at}>{whenOf(at, reader)}</time>,
    },
    { id: 'lines', label: t('console_money:accruals.lines'), isNumber: true, cell: ({ lines }) => lines },
    { id: 'total', label: t('console_money:accruals.total'), isNumber: true, cell: ({ total }) => total },
  ];
}
