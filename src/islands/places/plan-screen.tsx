import { useState } from 'react';
import type { Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import { path } from '#domain/paths.ts';
import { Notice } from '#components/ui/notice.tsx';
import { showAddress } from '#stores/current-url.ts';
import { showToast } from '#stores/toast.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { DONE_TEXTS } from './transaction-actions.tsx';
import { cardAppearances } from './plan-state.tsx';
import { HowPlacingWorks, PlanTerms } from './plan-terms.tsx';
import { NewInvoice, RequestForm, type ServerRefusal, useRequest } from './request-form.tsx';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { useBoard } from './use-board.ts';
import { useNow } from './use-now.ts';

type Props = {
  platform: Platform;
  start: Plan;
  unfinished: Transaction | null;
  renderedAt: string;
  refusal: ServerRefusal | undefined;
  /** Idempotency key of the first request. */
  uid: string;
};

export const PlanScreen = withReader(function PlanScreen(props: Props) {
  const { platform, start, uid } = props;
  const reader = useReader();
  const { t, language } = reader;
  const now = useNow(props.renderedAt);
  const first = { plans: [start], places: [], unfinished: props.unfinished };
  const { board, box, announcement, refresh, invoice, setInvoice } = useBoard(platform, first, reader);
  const { plans, unfinished } = board;
  const plan = plans.find(({ id }) => id === start.id) ?? start;
  const { canRequest, isInNotice, refusal, onRefused } = useRequest(board, plan, refresh, props.refusal);
  const [hasTried, setTried] = useState(false);
  const show = (transaction: Transaction) => {
    setInvoice(transaction);
    showAddress(path(language, 'transaction', { id: transaction.id }), 'replace');
  };
  if (invoice) {
    return (
      <div className="card stack form">
        <NewInvoice transaction={invoice} now={now} announcement={announcement} onShow={show} />
      </div>
    );
  }
  return (
    <div ref={box} className="stack" tabIndex={-1}>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
      {!canRequest && !isInNotice && refusal && <Notice kind="bad">{refusal.detail}</Notice>}
      {unfinished && (
        <UnfinishedNotice
          transaction={unfinished}
          now={now}
          takesFocus={isInNotice && hasTried}
          onActed={(act) => showToast(t(DONE_TEXTS[act]))}
        />
      )}
      <div className="stack split">
        <section className="card plan" data-state={cardAppearances[plan.state].door}>
          <PlanTerms platform={platform} plan={plan} unfinished={unfinished} now={now} />
        </section>
        {canRequest && (
          <div className="card side">
            <RequestForm
              platform={platform}
              plan={plan}
              uid={uid}
              refusal={refusal}
              onRequested={show}
              onRefused={async (next) => {
                setTried(true);
                await onRefused(next);
              }}
            />
          </div>
        )}
        <section className="card stack">
          <HowPlacingWorks />
        </section>
      </div>
    </div>
  );
});
