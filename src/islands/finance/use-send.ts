import { useState, type SubmitEvent } from 'react';
import { call } from '#client/call.ts';
import { requestWithdrawal, type Withdrawal } from '#contracts/finance.ts';
import { PIN_PATTERN } from '#domain/pin.ts';
import type { Say } from '#i18n/island-texts.ts';
import { afterRefusal } from './after-refusal.ts';
import type { ReviewView, View } from './view.ts';
import type { Text } from './texts.ts';

type Told = { onSent: (withdrawal: Withdrawal) => void; onView: (view: View) => void };

/** Sends what was reviewed. Whatever comes of it, the same uid never asks for a second withdrawal. */
export function useSend(view: ReviewView, t: Say<Text>, { onSent, onView }: Told) {
  const [isSending, setSending] = useState(false);
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const pin = String(new FormData(event.currentTarget).get('pin'));
    if (!PIN_PATTERN.test(pin)) {
      const fault = t(pin === '' ? 'faults:required' : 'faults:pin_digits');
      return onView({ ...view, errors: { pin: [fault] }, notice: undefined, focus: { on: 'pin' } });
    }
    setSending(true);
    const { destination, amount } = view.order;
    const answer = await call(requestWithdrawal, { destination, amount, pin }, { uid: view.uid });
    setSending(false);
    if (answer?.success) return onSent(answer.data);
    onView(afterRefusal(view, answer?.error, t));
  };
  return { isSending, send };
}
