import { expect, test, vi } from 'vitest';
import { $transactionsVersion, transactionsChanged } from '#stores/transactions.ts';

test('whoever shows transactions hears of every change', () => {
  const heard = vi.fn();
  const stopListening = $transactionsVersion.listen(heard);
  transactionsChanged();
  transactionsChanged();
  expect(heard).toHaveBeenCalledTimes(2);
  stopListening();
});
