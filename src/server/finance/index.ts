export { approveWithdrawal, lockWithdrawal, returnWithdrawal } from './move-withdrawal.ts';
export { payOut } from './pay-out.ts';
export { sweepPayouts } from './pay-out-job.ts';
export { clearPin } from './pin/clear-pin.ts';
export { hashPin } from './pin/pin-hash.ts';
export { financeRoutes } from './routes.ts';
