import { type SubmitEvent, useState } from 'react';
import { call } from '#client/call.ts';
import { newUid } from '#client/new-uid.ts';
import { cancelWithdrawal, type Withdrawal } from '#contracts/finance.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { formatMoney } from '#i18n/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Question } from '#components/ui/question.tsx';
import type { Reader } from '#i18n/reader.ts';
import type { OpenText } from './texts.ts';

type Props = { withdrawal: Withdrawal; reader: Reader<OpenText>; onCancelled: (withdrawal: Withdrawal) => void };

/** Asks where it is pressed; without a script the form leads to a page that asks. One uid for all tries. */
export function CancelForm({ withdrawal, reader, onCancelled }: Props) {
  const { t, language } = reader;
  const { id, amount } = withdrawal;
  const [uid, setUid] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const ask = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFault(undefined);
    setUid(newUid());
  };
  const cancel = async () => {
    if (isBusy || !uid) return;
    setBusy(true);
    const answer = await call(cancelWithdrawal, { id }, { uid });
    setBusy(false);
    if (!answer?.success) return setFault(answer?.error.detail || t('common:line_broken'));
    // First the question goes: what it covers can't have the focus.
    setUid(undefined);
    onCancelled(answer.data);
  };
  return (
    <>
      <form action={path(language, 'withdrawalCancellation', { id })} onSubmit={ask}>
        <Button variant="bad">{t('finance:withdrawal.cancel')}</Button>
      </form>
      {uid && (
        <Question
          title={t('finance:withdrawal.ask')}
          text={t('finance:withdrawal.ask_text', { amount: `${formatMoney(amount)} ${CURRENCY}` })}
          confirm={t('finance:withdrawal.cancel')}
          keep={t('common:keep')}
          isBusy={isBusy}
          notice={fault && <Notice kind="bad">{fault}</Notice>}
          onConfirm={() => void cancel()}
          onClose={() => setUid(undefined)}
        />
      )}
    </>
  );
}
