export { accrualKey, batchContents, type BatchLabels, type BatchLine, reversalKey } from './chain.ts';
export { lockAccounts } from './accounts.ts';
export { holdFunds, payOutHold, readBalance, releaseHold } from './hold.ts';
export { type LedgerServices, type OnProgress, postTransfers, type Transfer } from './post-transfers.ts';
export { captureHold, depositKey, receivePayments, refundSale, releasePayments } from './receive-payments.ts';
export { isSealedByNewest, sealLedgerAndLog } from './seal-ledger.ts';
export { keepTotals, readTotals } from './totals.ts';
export { readResult, resultsOf } from './results.ts';
