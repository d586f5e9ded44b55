import { useState } from 'react';
import {
  type AccrualBatch,
  type AccrualDraft,
  type AccrualSummary,
  checkDraftAgain,
  discardDraft,
  getAccrualDraft,
  getDraftSummary,
  listDraftFaults,
  listDraftLines,
  postDraft,
} from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { DRAFT_KINDS } from './accruals-screen.tsx';
import { ActDialog } from './act-dialog.tsx';
import { DraftFaults, DraftLines, DraftSummary } from './draft-lists.tsx';
import { type Fact, Facts } from './facts.tsx';
import { useConsole } from './use-console.tsx';
import type { ListStart } from './use-list.ts';
import { usePoll } from './use-poll.ts';

/** Faults, or else lines with their summary. */
type Read = {
  faults?: ListStart<typeof listDraftFaults> | undefined;
  lines?: ListStart<typeof listDraftLines> | undefined;
  summary?: AccrualSummary | undefined;
};
type Props = Read & { draft: AccrualDraft; canPost: boolean };
type Lists = Read & { checks: number };
type Act = 'post' | 'check_again' | 'discard';

/** Posting continues on the server when the page is closed. */
export const DraftScreen = withReader(function DraftScreen(props: Props) {
  const { canPost } = props;
  const reader = useReader();
  const { t } = reader;
  const { call, confirmation } = useConsole();
  const [draft, setDraft] = useState(props.draft);
  const [{ faults, lines, summary, checks }, setLists] = useState<Lists>({ ...props, checks: 0 });
  const [act, setAct] = useState<Act>();
  const [checkOutcome, setCheckOutcome] = useState<OutputOf<typeof checkDraftAgain>['outcome']>();
  const { id, state, repeats, doubles } = draft;
  const needsAgain = repeats.length > 0 || doubles.count > 0;
  usePoll(state === 'posting', async () => {
    const answer = await call(getAccrualDraft, { id });
    if (answer?.success) setDraft(answer.data);
  });
  const file = `${draft.batch}.csv`;
  const close = () => setAct(undefined);
  const dialog = { t, onClose: close };
  const readLists = async (changed: AccrualDraft) => {
    const first = { query: {}, hidden: [] };
    if (changed.faults > 0) {
      const answer = await call(listDraftFaults, { id });
      if (answer?.success) setLists({ faults: { ...first, page: answer.data }, checks: checks + 1 });
      return;
    }
    const [page, sums] = await Promise.all([call(listDraftLines, { id }), call(getDraftSummary, { id })]);
    if (!page?.success || !sums?.success) return;
    setLists({ lines: { ...first, page: page.data }, summary: sums.data, checks: checks + 1 });
  };
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
            { name: t('console_money:accruals.total'), amount: draft.total },
            { name: t('console_money:accruals.faults'), value: draft.faults },
            {
              name: t('console_money:accruals.prepared'),
              value: `${whenOf(draft.prepared_at, reader)} · ${draft.prepared_by}`,
            },
            ...(summary?.previous && isOpen(state) ? [previousFact(summary.previous, reader)] : []),
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
            {state === 'checked' && draft.faults === 0 && (
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
      {draft.faults > 0 ? (
        faults && <DraftFaults key={checks} {...{ call, id }} start={faults} />
      ) : (
        <>
          {summary && <DraftSummary {...{ draft, summary }} />}
          {lines && isOpen(state) && <DraftLines key={checks} {...{ call, id }} start={lines} />}
        </>
      )}
      {act === 'post' && (
        <ActDialog
          {...dialog}
          title={t('console_money:draft.post')}
          command={() => ({
            words: ['accruals', 'import', file],
            options: { batch: draft.batch, ...(needsAgain && { again: '' }) },
          })}
          call={call}
          contract={postDraft}
          input={{ id, ...(needsAgain && { again: true }) }}
          {...(needsAgain && { isBad: true, submit: t('console_money:draft.post_again') })}
          onDone={show}
        >
          <Repeats {...{ repeats, doubles }} />
          <p>
            <b>{amountText(draft.total, reader)}</b> · {draft.lines} · {draft.batch}
          </p>
          {needsAgain && <p>{t('console_money:draft.post_again_text')}</p>}
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
            void readLists(changed);
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

/** Lines are there until the draft is posted or discarded. */
const isOpen = (state: AccrualDraft['state']) => state !== 'posted' && state !== 'discarded';

export function Repeats({ repeats, doubles }: Pick<AccrualDraft, 'repeats' | 'doubles'>) {
  const { t } = useReader();
  return (
    <>
      {doubles.count > 0 && (
        <Notice kind="warn">
          {t('console_money:draft.doubles', { lines: doubles.count })}{' '}
          {doubles.lines.map(({ line, first }) => t('console_money:draft.double', { line, first })).join(', ')}
          {doubles.count > doubles.lines.length && ' …'}
        </Notice>
      )}
      {repeats.map(({ batch, lines }) => (
        <Notice key={batch} kind="warn">
          {t('console_money:draft.repeats', { batch, lines })}{' '}
          <a href={consolePath('accrualBatch', { batch })}>{t('console_money:draft.to_batch')}</a>
        </Notice>
      ))}
    </>
  );
}

type StatusProps = { draft: AccrualDraft };

function DraftStatus({ draft }: StatusProps) {
  const { t } = useReader();
  const { state, failed, is_batch_known: isKnown, batch, lines, posted_lines: done, repeats, doubles } = draft;
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
      {(state === 'checked' || state === 'waiting') && <Repeats {...{ repeats, doubles }} />}
      {state === 'checked' && isKnown && (
        <Notice kind={draft.earlier === 'same' ? 'ok' : 'warn'}>
          {t(`console_money:draft.known.${draft.earlier ?? 'open'}`)}
        </Notice>
      )}
    </div>
  );
}

const FAILURES = ['accrual_faults', 'batch_reused', 'accrual_repeated', 'accrual_doubled', 'not_able'] as const;

function failureText(code: string) {
  return `console_money:draft.failed.${FAILURES.find((failure) => failure === code) ?? 'other'}` as const;
}

export function previousFact({ batch, lines, total }: AccrualBatch, reader: Reader): Fact {
  return {
    name: reader.t('console_money:draft.previous'),
    value: (
      <>
        <a className="link" href={consolePath('accrualBatch', { batch })}>
          {batch}
        </a>{' '}
        · {amountText(total, reader)} · {reader.t('console_money:accruals.lines')}: {lines}
      </>
    ),
  };
}
