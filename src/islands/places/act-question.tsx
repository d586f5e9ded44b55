import { cancelTransaction, recreateTransaction, type Transaction } from '#contracts/transactions.ts';
import { isUndecided } from '#contracts/call.ts';
import type { Reader } from '#i18n/reader.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Question } from '#components/ui/question.tsx';
import { transactionsChanged } from '#stores/transactions.ts';
import type { Act } from './acts.ts';
import type { ActText } from './texts.ts';
import { useAct } from './use-act.ts';

type Props = {
  id: string;
  act: Act;
  reader: Reader<ActText>;
  onActed: (transaction: Transaction) => void;
  onClose: () => void;
};

/** Asks before a transaction is ended, and ends it. A refusal stays beside the question. */
export function ActQuestion({ id, act, reader: { t }, onActed, onClose }: Props) {
  const { act: send, isBusy, fault } = useAct(act === 'cancel' ? cancelTransaction : recreateTransaction);
  const confirm = async () => {
    const answer = await send({ id });
    if (answer?.success) onActed(answer.data);
    // What has moved on meanwhile is shown as it stands behind the question.
    if (!answer || answer.success || !isUndecided(answer.error)) transactionsChanged();
  };
  return (
    <Question
      title={t(`transactions:ask.${act}`)}
      text={t(`transactions:meaning.${act}`)}
      confirm={t(`transactions:confirm.${act}`)}
      keep={t('common:keep')}
      isBusy={isBusy}
      notice={fault && <Notice kind="bad">{(fault !== 'broken' && fault.detail) || t('common:line_broken')}</Notice>}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
