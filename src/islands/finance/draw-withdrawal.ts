import type { Refusal } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { getBalance } from '#contracts/finance.ts';
import type { OrderTerms } from '#domain/withdrawal-order.ts';
import type { Translate } from '#i18n/translator.ts';
import { type Form, viewAfter } from './take-step.ts';
import type { View } from './view.ts';

export type Drawn = { view: View; terms: OrderTerms; isWrong: boolean };
type Said = { form: Form | undefined; refusal: Refusal | undefined };

/** All that the form is drawn from, after whatever step was taken. */
export function drawWithdrawal(t: Translate, balance: OutputOf<typeof getBalance>, said: Said): Drawn {
  const { minimum, fee, daily_left, node_id_pattern } = balance.withdrawal;
  const terms = { available: balance.available, minimum, fee, daily_left, node_id_pattern };
  const view = viewAfter(said.form, said.refusal, terms, t);
  return { view, terms, isWrong: Object.values(view.errors).some((errors) => errors.length > 0) };
}
