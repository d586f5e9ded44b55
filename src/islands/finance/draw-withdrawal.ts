import type { Refusal } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { getBalance } from '#contracts/finance.ts';
import type { OrderTerms } from '#domain/withdrawal-order.ts';
import type { Translate } from '#i18n/translator.ts';
import { makeWords } from './make-words.ts';
import { type Form, viewAfter } from './take-step.ts';
import type { View } from './view.ts';
import type { Words } from './words.ts';

export type Drawn = { view: View; words: Words; terms: OrderTerms; isWrong: boolean };
type Said = { form: Form | undefined; refusal: Refusal | undefined; usual: string | undefined };

/** All that the form is drawn from, after whatever step was taken. */
export function drawWithdrawal(t: Translate, balance: OutputOf<typeof getBalance>, said: Said): Drawn {
  const { minimum, fee, daily_left, node_id_pattern } = balance.withdrawal;
  const terms = { available: balance.available, minimum, fee, daily_left, node_id_pattern };
  const words = makeWords(t, balance, said.usual);
  const view = viewAfter(said.form, said.refusal, terms, words);
  return { view, words, terms, isWrong: Object.values(view.errors).some((errors) => errors.length > 0) };
}
