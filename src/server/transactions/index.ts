export { sweepTransactions } from './follow-job.ts';
export { followTransaction } from './follow-transaction.ts';
export {
  activateTransaction,
  cancelTransaction,
  findTransaction,
  lockTransaction,
  openPaidPlace,
  purposeOf,
  recordStep,
  type TransactionRow,
} from './move-transaction.ts';
export { openTransaction } from './request-place.ts';
export { transactionRoutes } from './routes.ts';
