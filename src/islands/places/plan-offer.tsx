import { useState } from 'react';
import type { Board, Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { type Act, DONE_TEXTS } from './transaction-actions.tsx';
import { cardAppearances } from './plan-state.tsx';
import { HowPlacingWorks, PlanTerms } from './plan-terms.tsx';
import { RequestForm, RequestTerms, type ServerRefusal, useRequest } from './request-form.tsx';
import { UnfinishedNotice } from './unfinished-notice.tsx';

type Props = {
  platform: Platform;
  plan: Plan;
  board: Board;
  now: Date;
  refresh: () => Promise<void>;
  onRequested: (transaction: Transaction) => void;
  uid?: string;
  refusal?: ServerRefusal | undefined;
  /** Facts of the disclosure. */
  disclosed: string | null;
};

/** A plan with its terms, the same in the sheet over a board and on its own page. */
export function PlanOffer(props: Props) {
  const { platform, plan, board, now, refresh, onRequested, uid, refusal: start, disclosed } = props;
  const { t } = useReader();
  const { unfinished } = board;
  const { canRequest, isInNotice, refusal, onRefused } = useRequest(board, plan, refresh, start);
  const [hasTried, setTried] = useState(false);
  const [done, setDone] = useState<Act>();
  return (
    <>
      {done && (
        <Notice key={done} kind="ok" takesFocus>
          {t(DONE_TEXTS[done])}
        </Notice>
      )}
      {!canRequest && !isInNotice && refusal && (
        <Notice kind="bad" takesFocus={hasTried}>
          {refusal.detail}
        </Notice>
      )}
      {unfinished && (
        <UnfinishedNotice transaction={unfinished} now={now} takesFocus={hasTried && isInNotice} onActed={setDone} />
      )}
      <div className="plan" data-state={cardAppearances[plan.state].door}>
        <PlanTerms platform={platform} plan={plan} unfinished={unfinished} canRequest={canRequest} now={now} />
      </div>
      {canRequest && <RequestTerms disclosed={disclosed} />}
      <section className="stack tight">
        <HowPlacingWorks />
      </section>
      {canRequest && (
        <RequestForm
          platform={platform}
          plan={plan}
          days={board.withdrawal_days}
          uid={uid}
          refusal={refusal}
          onRequested={onRequested}
          onRefused={async (next) => {
            setTried(true);
            await onRefused(next);
          }}
        />
      )}
    </>
  );
}
