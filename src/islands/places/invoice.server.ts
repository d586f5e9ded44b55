import { cancelTransaction, recreateTransaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import { formAction, oneOf } from '#islands/shared/form-action.server.ts';

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

export const invoice = oneOf(cancellation, recreation);
