import { useState } from 'react';
import { type BatchLineRow, type getAccrualBatch, listBatchLines, reverseBatch } from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { ActDialog } from './act-dialog.tsx';
import { Facts } from './facts.tsx';
import { ListScreen } from './list-screen.tsx';
import { MemberLink } from './member-link.tsx';
import type { Column, ListStart } from './use-list.ts';
import { StartedWork } from './work-screen.tsx';

type Props = {
  batch: OutputOf<typeof getAccrualBatch>;
  start: ListStart<typeof listBatchLines>;
  canPost: boolean;
};

const PEOPLE = ['uploaded', 'posted', 'approved'] as const;

export const BatchScreen = withReader(function BatchScreen({
  batch: { batch, lines, total, posted_at: at, people },
  start,
  canPost,
}: Props) {
  const reader = useReader();
  const { t } = reader;
  const [target, setTarget] = useState<BatchLineRow | 'all'>();
  const [work, setWork] = useState<string>();
  const line = target === 'all' || !target ? undefined : target;
  return (
    <>
      <section className="card stack">
        <Facts
          facts={[
            { name: t('console_money:accruals.batch'), value: batch },
            { name: t('console_money:accruals.lines'), value: lines },
            { name: t('console_money:accruals.total'), amount: total },
            { name: t('console_money:accruals.posted'), value: whenOf(at, reader) },
            ...PEOPLE.flatMap((role) =>
              people[role] === null ? [] : [{ name: t(`console_money:batch.${role}`), value: people[role] }],
            ),
          ]}
        />
        {canPost && (
          <div className="row">
            <Button type="button" onClick={() => setTarget('all')}>
              {t('console_money:batch.reverse')}
            </Button>
          </div>
        )}
      </section>
      <ListScreen
        {...{ start, columnsOf }}
        contract={listBatchLines}
        path={consolePath('accrualBatch', { batch })}
        fixed={{ batch }}
        caption={t('console_money:accruals.lines')}
        rowId={(row) => String(row.line)}
        renderActs={
          canPost &&
          ((row) =>
            !row.is_reversed && (
              <Button type="button" variant="plain" onClick={() => setTarget(row)}>
                {t('console_money:batch.reverse_line')}
              </Button>
            ))
        }
        renderProgress={({ call, list }) =>
          work && <StartedWork key={work} {...{ call }} id={work} onFinished={() => void list.reload()} />
        }
        renderDialog={({ call }) =>
          target && (
            <ActDialog
              title={t(line ? 'console_money:batch.reverse_line' : 'console_money:batch.reverse')}
              isBad
              command={() => ({ words: ['accruals', 'reverse', batch], options: { line: line && String(line.line) } })}
              call={call}
              contract={reverseBatch}
              input={{ batch, ...(line && { line: String(line.line) }) }}
              onDone={(started) => {
                setTarget(undefined);
                setWork(started.work);
              }}
              onClose={() => setTarget(undefined)}
            >
              <p>
                <b>{amountText(line?.amount ?? total, reader)}</b> · {batch}
              </p>
              <p>
                {line
                  ? t('console_money:batch.reverse_line_text', { line: line.line, username: line.username })
                  : t('console_money:batch.reverse_text')}
              </p>
            </ActDialog>
          )
        }
      />
    </>
  );
});

function columnsOf({ t }: Reader): Column<BatchLineRow>[] {
  return [
    { id: 'line', label: t('console_money:draft.line'), isNumber: true, cell: ({ line }) => line },
    {
      id: 'username',
      label: t('console_money:member'),
      cell: ({ username }) => <MemberLink username={username} />,
    },
    {
      id: 'amount',
      label: t('console_money:amount'),
      amount: ({ amount }) => amount,
    },
    { id: 'reason', label: t('console_money:draft.reason'), cell: ({ reason }) => reason },
    { id: 'document', label: t('console_money:batch.document'), cell: ({ document }) => document },
    {
      id: 'state',
      label: t('console_money:state'),
      cell: ({ is_reversed: isReversed }) =>
        isReversed && <Badge kind="off">{t('console_money:batch.reversed')}</Badge>,
    },
  ];
}
