import type { Plan } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import type { Platform } from '#domain/places.ts';
import type { Reader } from '#i18n/reader.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import type { Board } from './find-board.ts';
import { MadeInvoice } from './made-invoice.tsx';
import { PlanSheet } from './plan-sheet.tsx';
import type { BoardText } from './texts.ts';

type Props = {
  platform: Platform;
  board: Board;
  /** What stands over the board: a plan, or the invoice that its request has become. */
  over: Plan | Transaction;
  told: string;
  now: Date;
  reader: Reader<BoardText>;
  refresh: () => Promise<void>;
  onShow: (transaction: Transaction) => void;
  onClose: () => void;
};

/** A sheet over the board: the terms of a plan, and after the request its invoice in the same place. */
export function BoardSheet({ platform, board, over, told, now, reader, refresh, onShow, onClose }: Props) {
  const { t } = reader;
  const isInvoice = 'payment' in over;
  const title = isInvoice ? t('transactions:one') : t('places:plan_titled', { number: over.number, title: over.title });
  return (
    <Dialog title={title} close={t('common:close')} onClose={onClose}>
      {isInvoice ? (
        <MadeInvoice transaction={over} now={now} reader={reader} told={told} onShow={onShow} />
      ) : (
        <PlanSheet
          platform={platform}
          plan={over}
          board={board}
          now={now}
          reader={reader}
          refresh={refresh}
          onRequested={onShow}
        />
      )}
    </Dialog>
  );
}
