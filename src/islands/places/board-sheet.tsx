import { useState } from 'react';
import type { Refusal } from '#contracts/call.ts';
import type { Board, Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { type Act, DONE_TEXTS } from './transaction-actions.tsx';
import { cardAppearances } from './plan-state.tsx';
import { HowPlacingWorks, PlanTerms } from './plan-terms.tsx';
import { NewInvoice, RequestForm, useRequest } from './request-form.tsx';
import { UnfinishedNotice } from './unfinished-notice.tsx';

type Props = {
  platform: Platform;
  board: Board;
  item: Plan | Transaction;
  announcement: string;
  now: Date;
  refresh: () => Promise<void>;
  onShow: (transaction: Transaction) => void;
  onClose: () => void;
};

export function BoardSheet({ platform, board, item, announcement, now, refresh, onShow, onClose }: Props) {
  const { t } = useReader();
  const isInvoice = 'payment' in item;
  const title = isInvoice ? t('transactions:one') : t('places:plan_titled', { number: item.number, title: item.title });
  return (
    <Dialog title={title} close={t('common:close')} onClose={onClose}>
      {isInvoice ? (
        <NewInvoice transaction={item} now={now} announcement={announcement} onShow={onShow} />
      ) : (
        <PlanSheet platform={platform} plan={item} board={board} now={now} refresh={refresh} onRequested={onShow} />
      )}
    </Dialog>
  );
}

type PlanSheetProps = {
  platform: Platform;
  plan: Plan;
  board: Board;
  now: Date;
  refresh: () => Promise<void>;
  onRequested: (transaction: Transaction) => void;
};

function PlanSheet({ platform, plan, board, now, refresh, onRequested }: PlanSheetProps) {
  const { t } = useReader();
  const { unfinished } = board;
  const { canRequest, isInNotice, refusal, onRefused } = useRequest(board, plan, refresh);
  const [hasTried, setTried] = useState(false);
  const [done, setDone] = useState<Act>();
  const showRefusal = async (next: Refusal) => {
    setTried(true);
    await onRefused(next);
  };
  return (
    <>
      {done && (
        <Notice key={done} kind="ok" takesFocus>
          {t(DONE_TEXTS[done])}
        </Notice>
      )}
      {!canRequest && !isInNotice && refusal && (
        <Notice kind="bad" takesFocus>
          {refusal.detail}
        </Notice>
      )}
      {unfinished && (
        <UnfinishedNotice transaction={unfinished} now={now} takesFocus={hasTried && isInNotice} onActed={setDone} />
      )}
      <div className="plan" data-state={cardAppearances[plan.state].door}>
        <PlanTerms platform={platform} plan={plan} unfinished={unfinished} now={now} />
      </div>
      {canRequest && <RequestForm platform={platform} plan={plan} onRequested={onRequested} onRefused={showRefusal} />}
      <section className="stack tight">
        <HowPlacingWorks />
      </section>
    </>
  );
}
