export { accrualKey, batchContents, type BatchLine, reversalKey } from './chain.ts';
export { lockAccounts } from './accounts.ts';
export { holdFunds, payOutHold, readBalance, releaseHold } from './hold.ts';
export { type LedgerServices, postTransfers, type Transfer } from './post-transfers.ts';
export { receivePayments, returnSetAside, captureHold } from './set-aside.ts';
export { sealLedgerAndTell } from './seal-ledger.ts';
