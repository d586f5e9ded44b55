import { createHash } from 'node:crypto';
import { readUid } from '#client/new-uid.ts';
import type { Refusal } from '#contracts/call.ts';
import { requestWithdrawal } from '#contracts/finance.ts';
import { orderFields, withdrawalOrder } from '#contracts/withdrawal-order.ts';
import { isLanguage, type Language } from '#domain/languages.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { NUMBER_MARKS, readTypedMoney } from '#domain/typed-money.ts';
import { type OrderTerms, shareMicros, SHARES } from '#domain/withdrawal-order.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import type { Balance } from '#stores/balance.ts';
import { formAction, type PostedOf } from '#islands/shared/form-action.server.ts';
import { isDraft } from '#islands/shared/read-form.server.ts';
import { afterRefusal, faultText, orderOf, type OrderView, termsOf, type View } from './view.ts';

/** Form fields without JavaScript. `step`: pressed button; `typed_in`: language of `amount`, '' for wire format. */
const STEP_FIELDS = ['step', 'uid', 'saved', 'destination', 'amount', 'typed_in', 'pin', 'code'] as const;
type PageWords = { t: Translate; language: Language };
type Form = Record<(typeof STEP_FIELDS)[number], string>;

export const order = formAction({
  contract: requestWithdrawal,
  fields: STEP_FIELDS,
  when: ({ step }) => step === 'send',
  input: ({ destination, amount, pin, code }) => ({
    destination: destination.trim(),
    amount,
    pin,
    ...(code && { code }),
  }),
  done: ({ data, language }) => path(language, 'finance', { done: data.state === 'requested' ? 'requested' : 'sent' }),
  kept: 'finance',
});

function viewAfter(form: Form | undefined, refusal: Refusal | undefined, terms: OrderTerms, words: PageWords): View {
  const { language } = words;
  if (!form) return { at: 'order', typed: { destination: '', amountText: refundText(terms, language) }, errors: {} };
  const { step } = form;
  const destination = destinationOf(form);
  const typed: OrderView = { at: 'order', typed: { destination, amountText: form.amount }, errors: {} };
  if (step === 'change') return { ...typed, typed: { destination, amountText: readableAmount(form, language) } };
  const share = SHARES.find((one) => one === step);
  if (share)
    return {
      ...typed,
      typed: { destination, amountText: formatMoney(moneyText(shareMicros(terms, share)), language) },
    };
  const review = reviewOf(form, terms, words);
  return refusal && review.at === 'review' ? afterRefusal(review, refusal, words) : review;
}

/** A refund that was not sent is filled in. */
function refundText({ refund }: OrderTerms, language: Language): string {
  return parseMoney(refund) === 0n ? '' : formatMoney(refund, language);
}

export function destinationOf({ saved, destination }: Pick<Form, 'saved' | 'destination'>): string {
  return saved || destination;
}

function reviewOf(form: Form, terms: OrderTerms, words: PageWords): View {
  const { saved, uid } = form;
  const amountText = readableAmount(form, words.language);
  const destination = destinationOf(form);
  const typed = form.destination.trim();
  // Without JavaScript both fields may be filled; only the member knows which one is meant.
  if (saved && typed && typed !== saved) {
    const errors = { destination: [words.t('faults:destination_both')] };
    return { at: 'order', typed: { destination: typed, amountText }, errors };
  }
  const marks = NUMBER_MARKS[words.language];
  const checked = withdrawalOrder(orderFields(terms, marks, sha256)).safeParse({ destination, amount: amountText });
  if (checked.success) return { at: 'review', order: orderOf(checked.data), uid: readUid(uid), errors: {} };
  const faultsAt = (name: 'destination' | 'amount') =>
    checked.error.issues
      .filter(({ path: [field] }) => field === name)
      .map(({ message }) => faultText(words, message, terms));
  const errors = { destination: faultsAt('destination').slice(0, 1), amount: faultsAt('amount').slice(0, 1) };
  return { at: 'order', typed: { destination, amountText }, errors };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** `amount` in the format of `language`. Unreadable text is returned as typed. */
export function readableAmount({ amount, typed_in }: Pick<Form, 'amount' | 'typed_in'>, language: Language): string {
  if (typed_in === language) return amount;
  const micros = isLanguage(typed_in) ? microsTyped(amount, typed_in) : parseMoney(amount);
  return micros === undefined ? amount : formatMoney(moneyText(micros), language);
}

function microsTyped(amount: string, language: Language): bigint | undefined {
  const money = readTypedMoney(amount, NUMBER_MARKS[language]);
  return 'micros' in money ? money.micros : undefined;
}

type PostedOrder = { form: PostedOf<typeof order>['form']; refusal: Refusal | undefined };

/** A draft starts again at the first step. */
export function withdrawalView(
  words: PageWords,
  balance: Balance,
  { form, refusal }: PostedOrder,
): { view: View; isWrong: boolean } {
  const formToShow = form && isDraft(form) ? { ...form, step: 'change' } : form;
  const view = viewAfter(formToShow, refusal, termsOf(balance), words);
  return { view, isWrong: Object.values(view.errors).some((errors) => errors.length > 0) };
}
