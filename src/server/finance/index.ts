export { listAllWithdrawals, type WithdrawalOfMember } from './queries.ts';
export { approveWithdrawal, lockWithdrawal, returnWithdrawal, type WithdrawalRow } from './move-withdrawal.ts';
export { payOut } from './pay-out.ts';
export { sweepPayouts } from './pay-out-job.ts';
export { clearPin, countPins, hashPin } from './pin.ts';
export { recogniseFor } from './recognise.ts';
export { openWithdrawal } from './request-withdrawal.ts';
export { resume } from './stop/resume-withdrawals.ts';
export { financeRoutes } from './routes.ts';
