export const BALANCE_CHOICES = ['pay_out', 'waive'] as const;
export type BalanceChoice = (typeof BALANCE_CHOICES)[number];
