import { useMemo, useState } from 'react';
import {
  type AccrualDraft,
  checkDraftAgain,
  discardDraft,
  type DraftFault,
  getAccrualDraft,
  listDraftFaults,
  postDraft,
} from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { formatMoney } from '#i18n/format.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { DRAFT_KINDS } from './accruals-screen.tsx';
import { ActDialog } from './act-dialog.tsx';
import { DataTable } from './data-table.tsx';
import { Facts } from './facts.tsx';
import { PlainTable } from './plain-table.tsx';
import { useConsole } from './use-console.tsx';
import { type Column, type ListStart, useList } from './use-list.ts';
import { usePoll } from './use-poll.ts';

type Props = {
  draft: AccrualDraft;
  start: ListStart<typeof listDraftFaults>;
  canPost: boolean;
};
type Act = 'post' | 'check_again' | 'discard';

/** Posting continues on the server when the page is closed. */
export const DraftScreen = withReader(function DraftScreen({ draft: first, start, canPost }: Props) {
  const reader = useReader();
  const { t } = reader;
  const { call, confirmation } = useConsole();
  const [draft, setDraft] = useState(first);
  const [act, setAct] = useState<Act>();
  const [checkOutcome, setCheckOutcome] = useState<OutputOf<typeof checkDraftAgain>['outcome']>();
  const { id, state, faults } = draft;
  const columns = useMemo(() => columnsOf(reader), [reader]);
  const list = useList({
    contract: listDraftFaults,
    path: consolePath('accrualDraft', { id }),
    call,
    columns,
    start,
    fixed: { id },
  });
  usePoll(state === 'posting', async () => {
    const answer = await call(getAccrualDraft, { id });
    if (answer?.success) setDraft(answer.data);
  });
  const file = `${draft.batch}.csv`;
  const close = () => setAct(undefined);
  const dialog = { t, onClose: close };
  const show = (changed: AccrualDraft) => {
    setAct(undefined);
    setCheckOutcome(undefined);
    setDraft(changed);
  };
  return (
    <>
      <section className="card stack">
        <p>
          <Badge kind={DRAFT_KINDS[state]}>{t(`console_money:accruals.states.${state}`)}</Badge>
        </p>
        <Facts
          facts={[
            { name: t('console_money:accruals.batch'), value: draft.batch },
            { name: t('console_money:accruals.lines'), value: draft.lines },
            { name: t('console_money:accruals.total'), value: amountText(draft.total, reader) },
            { name: t('console_money:accruals.faults'), value: faults },
            {
              name: t('console_money:accruals.prepared'),
              value: `${whenOf(draft.prepared_at, reader)} · ${draft.prepared_by}`,
            },
          ]}
        />
        <DraftStatus {...{ draft }} />
        <div role="status">
          {checkOutcome && (
            <Notice kind={checkOutcome === 'checked' ? 'ok' : 'warn'}>
              {t(`console_money:draft.outcomes.${checkOutcome}`)}
            </Notice>
          )}
        </div>
        {canPost && (
          <div className="row">
            {state === 'checked' && faults === 0 && (
              <Button type="button" variant="primary" onClick={() => setAct('post')}>
                {t('console_money:draft.post')}
              </Button>
            )}
            {state === 'checked' && (
              <>
                <Button type="button" onClick={() => setAct('check_again')}>
                  {t('console_money:draft.check_again')}
                </Button>
                <Button type="button" variant="plain" onClick={() => setAct('discard')}>
                  {t('console_money:draft.discard')}
                </Button>
              </>
            )}
          </div>
        )}
      </section>
      {draft.sums.length > 0 && (
        <PlainTable
          id="sums"
          title={t('console_money:draft.sums')}
          rows={draft.sums}
          rowId={({ reason }) => reason}
          columns={[
            { label: t('console_money:draft.reason'), cell: ({ reason }) => reason },
            { label: t('console_money:accruals.lines'), isNumber: true, cell: ({ lines }) => lines },
            {
              label: t('console_money:accruals.total'),
              isNumber: true,
              cell: ({ total }) => formatMoney(total, reader.language),
            },
          ]}
        />
      )}
      <section className="card flush">
        <h2>{t('console_money:draft.wrong')}</h2>
        {faults === 0 ? (
          <p>{t('console_money:accruals.no_faults')}</p>
        ) : (
          <DataTable
            {...{ list }}
            caption={t('console_money:draft.wrong')}
            rowId={({ line, field }) => `${line} ${field}`}
          />
        )}
      </section>
      {act === 'post' && (
        <ActDialog
          {...dialog}
          title={t('console_money:draft.post')}
          command={() => ({ words: ['accruals', 'import', file], options: { batch: draft.batch } })}
          call={call}
          contract={postDraft}
          input={{ id }}
          onDone={show}
        >
          <p>
            <b>{amountText(draft.total, reader)}</b> · {draft.lines} · {draft.batch}
          </p>
          <p>{t('console_money:draft.post_text')}</p>
        </ActDialog>
      )}
      {act === 'check_again' && (
        <ActDialog
          {...dialog}
          title={t('console_money:draft.check_again')}
          command={() => ({ words: ['accruals', 'import', file], options: { batch: draft.batch, 'dry-run': '' } })}
          call={call}
          contract={checkDraftAgain}
          input={{ id }}
          onDone={({ outcome, draft: changed }) => {
            show(changed);
            setCheckOutcome(outcome);
            list.filter({});
          }}
        >
          <p>{t('console_money:draft.check_text')}</p>
        </ActDialog>
      )}
      {act === 'discard' && (
        <ActDialog
          {...dialog}
          title={t('console_money:draft.discard')}
          isBad
          call={call}
          contract={discardDraft}
          input={{ id }}
          onDone={show}
        >
          <p>{t('console_money:draft.discard_text')}</p>
        </ActDialog>
      )}
      {confirmation}
    </>
  );
});

type StatusProps = { draft: AccrualDraft };

function DraftStatus({ draft }: StatusProps) {
  const { t } = useReader();
  const { state, failed, is_batch_known: isKnown, batch, lines, posted_lines: done } = draft;
  return (
    <div role="status" className="stack">
      {state === 'posting' && (
        <>
          <Notice>{t('console_money:draft.posting')}</Notice>
          <progress max={lines} value={done || undefined} aria-label={t('console_money:accruals.states.posting')} />
          {done !== null && <p>{t('console_money:draft.progress', { done, total: lines })}</p>}
        </>
      )}
      {state === 'waiting' && <Notice kind="warn">{t('console_money:draft.waiting')}</Notice>}
      {state === 'discarded' && <Notice>{t('console_money:draft.discarded')}</Notice>}
      {state === 'posted' && (
        <Notice kind="ok">
          {t('console_money:draft.posted')}{' '}
          <a href={consolePath('accrualBatch', { batch })}>{t('console_money:draft.to_batch')}</a>
        </Notice>
      )}
      {state === 'checked' && failed !== null && <Notice kind="bad">{t(failureText(failed))}</Notice>}
      {state === 'checked' && isKnown && <Notice kind="warn">{t('console_money:draft.known')}</Notice>}
    </div>
  );
}

const FAILURES = ['accrual_faults', 'batch_reused', 'not_able'] as const;

function failureText(code: string) {
  return `console_money:draft.failed.${FAILURES.find((failure) => failure === code) ?? 'other'}` as const;
}

function columnsOf({ t }: Reader): Column<DraftFault>[] {
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
