import type { Refusal } from '#contracts/call.ts';
import type { Translate } from '#i18n/translator.ts';
import type { Balance } from '#stores/balance.ts';
import { termsOf } from './terms-of.ts';
import { type Form, viewAfter } from './take-step.ts';
import type { View } from './view.ts';

export type Drawn = { view: View; isWrong: boolean };
type Said = { form: Form | undefined; refusal: Refusal | undefined };

/** All that the form is drawn from, after whatever step was taken. */
export function drawWithdrawal(t: Translate, balance: Balance, said: Said): Drawn {
  const view = viewAfter(said.form, said.refusal, termsOf(balance), t);
  return { view, isWrong: Object.values(view.errors).some((errors) => errors.length > 0) };
}
