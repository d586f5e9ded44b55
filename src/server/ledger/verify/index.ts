export { type Verification, verifyLedger } from './verify-ledger.ts';
