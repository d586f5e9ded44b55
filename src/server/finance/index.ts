export { listAllWithdrawals, type WithdrawalOfMember } from './list-all-withdrawals.ts';
export { approveWithdrawal, lockWithdrawal, returnWithdrawal, type WithdrawalRow } from './move-withdrawal.ts';
export { payOut } from './pay-out.ts';
export { sweepPayouts } from './pay-out-job.ts';
export { clearPin } from './pin/clear-pin.ts';
export { hashPin } from './pin/pin-hash.ts';
export { openWithdrawal, recogniseFor } from './request-withdrawal.ts';
export { financeRoutes } from './routes.ts';
