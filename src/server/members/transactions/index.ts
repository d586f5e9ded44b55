export { refundTransaction, settleTransaction } from './decide-transaction.ts';
export { namedTransactions } from './named-transactions.ts';
export { sweepTransactions } from './reconcile-job.ts';
export { reconcileTransaction } from './reconcile-transaction.ts';
export {
  findTransaction,
  findUnfinished,
  lockTransaction,
  openPaidPlace,
  purposeOf,
  type SaleServices,
  type TransactionRow,
} from './move-transaction.ts';
export { openTransaction } from './request-place.ts';
export { transactionRoutes } from './routes.ts';
