import type { Board, Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { NewInvoice } from './new-invoice.tsx';
import { PlanOffer } from './plan-offer.tsx';

type Props = {
  platform: Platform;
  board: Board;
  item: Plan | Transaction;
  announcement: string;
  now: Date;
  refresh: () => Promise<void>;
  onShow: (transaction: Transaction) => void;
  onClose: () => void;
  disclosed: string | null;
};

export function BoardSheet(props: Props) {
  const { platform, board, item, announcement, now, refresh, disclosed, onShow, onClose } = props;
  const { t } = useReader();
  const isInvoice = 'payment' in item;
  const title = isInvoice ? t('transactions:one') : t('places:plan_titled', { number: item.number, title: item.title });
  return (
    <Dialog title={title} close={t('common:close')} onClose={onClose}>
      {isInvoice ? (
        <NewInvoice transaction={item} now={now} announcement={announcement} onShow={onShow} />
      ) : (
        <PlanOffer
          platform={platform}
          plan={item}
          board={board}
          now={now}
          refresh={refresh}
          disclosed={disclosed}
          onRequested={onShow}
        />
      )}
    </Dialog>
  );
}
