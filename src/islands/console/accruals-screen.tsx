import {
  type AccrualBatch,
  type AccrualDraft,
  listAccrualBatches,
  listAccrualDrafts,
} from '#contracts/console/accruals.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Reader } from '#i18n/reader.ts';
import { Badge, type BadgeKind } from '#components/ui/badge.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ListScreen } from './list-screen.tsx';
import { UploadForm } from './upload-form.tsx';
import { useConsole } from './use-console.tsx';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type DraftsProps = {
  start: ListStart<typeof listAccrualDrafts>;
  canPost: boolean;
};

export const DraftsScreen = withReader(function DraftsScreen({ start, canPost }: DraftsProps) {
  const { t } = useReader();
  const { call, confirmation } = useConsole();
  return (
    <>
      {canPost && <UploadForm {...{ call }} />}
      <ListScreen
        start={start}
        contract={listAccrualDrafts}
        path={consolePath('accruals')}
        caption={t('console_money:accruals.drafts')}
        columnsOf={draftColumns}
        rowId={({ id }) => id}
        head={<AccrualTabs at="accruals" />}
      />
      {confirmation}
    </>
  );
});

type BatchesProps = { start: ListStart<typeof listAccrualBatches> };

export const BatchesScreen = withReader(function BatchesScreen({ start }: BatchesProps) {
  const { t } = useReader();
  return (
    <ListScreen
      start={start}
      contract={listAccrualBatches}
      path={consolePath('accrualBatches')}
      caption={t('console_money:accruals.batches')}
      columnsOf={batchColumns}
      rowId={({ batch }) => batch}
      head={<AccrualTabs at="accrualBatches" />}
    />
  );
});

type TabsProps = { at: 'accruals' | 'accrualBatches' };

function AccrualTabs({ at }: TabsProps) {
  const { t } = useReader();
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

function draftColumns(reader: Reader): Column<AccrualDraft>[] {
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
      cell: ({ prepared_at: at }) => <When at={at} />,
    },
    { id: 'by', label: t('console_money:accruals.prepared_by'), cell: ({ prepared_by: name }) => name },
    { id: 'lines', label: t('console_money:accruals.lines'), isNumber: true, cell: ({ lines }) => lines },
    { id: 'total', label: t('console_money:accruals.total'), amount: ({ total }) => total },
    { id: 'faults', label: t('console_money:accruals.faults'), isNumber: true, cell: ({ faults }) => faults },
    {
      id: 'state',
      label: t('console_money:state'),
      cell: ({ state }) => <Badge kind={DRAFT_KINDS[state]}>{t(`console_money:accruals.states.${state}`)}</Badge>,
    },
  ];
}

function batchColumns(reader: Reader): Column<AccrualBatch>[] {
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
      cell: ({ posted_at: at }) => <When at={at} />,
    },
    { id: 'lines', label: t('console_money:accruals.lines'), isNumber: true, cell: ({ lines }) => lines },
    { id: 'total', label: t('console_money:accruals.total'), amount: ({ total }) => total },
  ];
}
