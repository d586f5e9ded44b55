import type { Transaction } from '#contracts/transactions.ts';
import { shownOf } from '#domain/shown-transaction.ts';
import { transactionsChanged } from '#stores/transactions.ts';
import { follow } from './follow.ts';

void follow<Transaction>({ shownOf, changed: transactionsChanged });
