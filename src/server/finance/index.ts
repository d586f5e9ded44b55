export { listAllWithdrawals, type WithdrawalOfMember } from './queries.ts';
export { approveWithdrawal, lockWithdrawal, returnWithdrawal, type WithdrawalRow } from './move-withdrawal.ts';
export { payOut } from './pay-out.ts';
export { sweepPayouts } from './pay-out-job.ts';
export { clearPin, countPins, hashPin } from './pin.ts';
export { openWithdrawal, recogniseFor } from './request-withdrawal.ts';
export { financeRoutes } from './routes.ts';
