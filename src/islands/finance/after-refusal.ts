import { isUndecided, type Refusal } from '#contracts/call.ts';
import { newUid } from '#client/new-uid.ts';
import { formatMoney } from '#i18n/format.ts';
import type { ReviewView, View, Words } from './view.ts';

/**
 * What is shown after a no. A broken line gives none: then nobody knows whether the money is on its way, and only the
 * same uid asks for the same withdrawal again.
 */
export function afterRefusal(view: ReviewView, refusal: Refusal | undefined, { t, language }: Words): View {
  if (!refusal) return { ...view, errors: {}, notice: t('finance:withdraw.broken'), focus: undefined };
  const { code, detail, fields = {} } = refusal;
  const { destination, amount, pin, code: codeFaults } = fields;
  if (destination || amount) {
    const focus = { on: destination ? 'destination' : 'amount' } as const;
    const typed = { destination: view.order.destination, amountText: formatMoney(view.order.amount, language) };
    return { at: 'order', typed, errors: { destination: destination ?? [], amount: amount ?? [] }, focus };
  }
  return {
    ...view,
    uid: isUndecided(refusal) ? view.uid : newUid(),
    errors: { ...(pin && { pin }), ...(codeFaults && { code: codeFaults }) },
    notice: pin || codeFaults ? undefined : code === 'uid_reused' ? t('finance:withdraw.reused') : detail,
    focus: pin ? { on: 'pin' } : codeFaults && { on: 'code' },
  };
}
