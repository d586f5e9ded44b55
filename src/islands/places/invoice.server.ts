import type { AstroGlobal } from 'astro';
import { cancelTransaction, getTransaction, recreateTransaction, withdrawPurchase } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import { isUnfinished } from '#domain/transaction.ts';
import { doneIn } from '#islands/shared/done.server.ts';
import { formAction, oneOf } from '#islands/shared/form-action.server.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';

const cancellation = formAction({
  contract: cancelTransaction,
  fields: ['act'],
  when: ({ act }) => act === 'cancel',
  done: ({ data: { id }, language }) => path(language, 'transaction', { id }, { done: 'cancelled' }),
});

const recreation = formAction({
  contract: recreateTransaction,
  fields: ['act'],
  when: ({ act }) => act === 'recreate',
  done: ({ data: { id }, language }) => path(language, 'transaction', { id }, { done: 'recreated' }),
});

const withdrawal = formAction({
  contract: withdrawPurchase,
  fields: ['act'],
  when: ({ act }) => act === 'withdraw',
  done: ({ data: { id }, language }) => path(language, 'transaction', { id }, { done: 'withdrawn' }),
});

const DONE = ['requested', 'recreated', 'cancelled', 'withdrawn'] as const;

export async function loadInvoice(page: AstroGlobal) {
  const { call, now, t } = page.locals;
  const posted = await oneOf(oneOf(cancellation, recreation), withdrawal)(page);
  if (posted instanceof Response) return posted;
  const id = page.params['id'] ?? '';
  const loaded = await load(page, { me: readProfile(page), transaction: call(getTransaction, { id }) });
  if (loaded instanceof Response) return loaded;
  const { form, refusal } = posted;
  const start = loaded.transaction.data;
  const done = form ? undefined : DONE.find((word) => word === doneIn(page.url));
  const message = refusal
    ? ({ kind: 'bad', text: refusal.detail } as const)
    : done && ({ kind: 'ok', text: t(`transactions:done.${done}`) } as const);
  const screen = { start, renderedAt: now.toISOString(), message };
  return { me: loaded.me.data, screen, isWaiting: isUnfinished(start.state) && !form };
}
