import type { Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import { path } from '#domain/paths.ts';
import { showAddress } from '#stores/current-url.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { NewInvoice } from './new-invoice.tsx';
import { PlanOffer } from './plan-offer.tsx';
import type { ServerRefusal } from './request-form.tsx';
import { useBoard } from './use-board.ts';
import { useNow } from './use-now.ts';

type Props = {
  platform: Platform;
  start: Plan;
  unfinished: Transaction | null;
  renderedAt: string;
  withdrawalDays: number;
  refusal: ServerRefusal | undefined;
  /** Idempotency key of the first request. */
  uid: string;
  disclosed: string | null;
};

export const PlanScreen = withReader(function PlanScreen(props: Props) {
  const { platform, start, uid } = props;
  const reader = useReader();
  const { language } = reader;
  const now = useNow(props.renderedAt);
  const first = { plans: [start], places: [], unfinished: props.unfinished, withdrawal_days: props.withdrawalDays };
  const { board, box, announcement, refresh, invoice, setInvoice } = useBoard(platform, first, reader);
  const plan = board.plans.find(({ id }) => id === start.id) ?? start;
  const show = (transaction: Transaction) => {
    setInvoice(transaction);
    showAddress(path(language, 'transaction', { id: transaction.id }), 'replace');
  };
  if (invoice) {
    return (
      <div className="card stack sheet">
        <NewInvoice transaction={invoice} now={now} announcement={announcement} onShow={show} />
      </div>
    );
  }
  return (
    <div ref={box} className="card stack sheet" tabIndex={-1}>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
      <PlanOffer
        platform={platform}
        plan={plan}
        board={board}
        now={now}
        refresh={refresh}
        uid={uid}
        refusal={props.refusal}
        disclosed={props.disclosed}
        onRequested={show}
      />
    </div>
  );
});
