import { useState, type SubmitEvent } from 'react';
import { call } from '#client/call.ts';
import { requestWithdrawal } from '#contracts/finance.ts';
import { PIN_PATTERN } from '#domain/pin.ts';
import type { Say } from '#i18n/island-texts.ts';
import { afterRefusal } from './after-refusal.ts';
import type { ReviewView, View } from './view.ts';
import type { Text } from './texts.ts';

/** The pages that say what became of it. */
export type Done = Record<'sent' | 'requested', string>;

/** Sends what was reviewed. Whatever comes of it, the same uid never asks for a second withdrawal. */
export function useSend(view: ReviewView, t: Say<Text>, done: Done, onView: (view: View) => void) {
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
    if (answer?.success) return location.assign(answer.data.state === 'requested' ? done.requested : done.sent);
    setSending(false);
    onView(afterRefusal(view, answer?.error, t));
  };
  return { isSending, send };
}
