import { useState } from 'react';
import type { Refusal } from '#contracts/call.ts';
import type { Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import type { Reader } from '#i18n/reader.ts';
import { Notice } from '#components/ui/notice.tsx';
import { type Act, DONE_TEXTS } from './acts.ts';
import { cardLooks } from './card-looks.ts';
import type { Board } from './find-board.ts';
import { HowPlacingWorks } from './how-placing-works.tsx';
import { PlanTerms } from './plan-terms.tsx';
import { RequestForm } from './request-form.tsx';
import type { PlanText } from './texts.ts';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { useRequest } from './use-request.ts';

type Props = {
  platform: Platform;
  plan: Plan;
  board: Board;
  now: Date;
  reader: Reader<PlanText>;
  refresh: () => Promise<void>;
  onRequested: (transaction: Transaction) => void;
};

/** One plan over its board: the terms, then the request. */
export function PlanSheet({ platform, plan, board, now, reader, refresh, onRequested }: Props) {
  const { unfinished } = board;
  const { canRequest, isSaid, refusal, onRefused } = useRequest(board, plan, refresh);
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState<Act>();
  const refuse = async (next: Refusal) => {
    setAsked(true);
    await onRefused(next);
  };
  return (
    <>
      {done && (
        <Notice key={done} kind="ok" takesFocus>
          {reader.t(DONE_TEXTS[done])}
        </Notice>
      )}
      {!canRequest && !isSaid && refusal && (
        <Notice kind="bad" takesFocus>
          {refusal.detail}
        </Notice>
      )}
      {unfinished && (
        <UnfinishedNotice
          transaction={unfinished}
          now={now}
          reader={reader}
          takesFocus={isAsked && isSaid}
          onActed={setDone}
        />
      )}
      <div className="plan" data-state={cardLooks[plan.state].door}>
        <PlanTerms platform={platform} plan={plan} unfinished={unfinished} now={now} reader={reader} />
      </div>
      {canRequest && (
        <RequestForm platform={platform} plan={plan} reader={reader} onRequested={onRequested} onRefused={refuse} />
      )}
      <section className="stack tight">
        <HowPlacingWorks reader={reader} />
      </section>
    </>
  );
}
