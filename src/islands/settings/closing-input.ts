import { sha256 } from '@noble/hashes/sha2.js';
import type { InputOf } from '#contracts/contract.ts';
import type { closeAccount } from '#contracts/data.ts';
import type { BalanceChoice } from '#domain/closure.ts';
import { type Network, recogniseDestination } from '#domain/destination.ts';
import { microsOf } from '#domain/money.ts';
import type { Balance } from '#stores/balance.ts';

export type TypedClosing = {
  money?: string | undefined;
  amount?: string;
  saved?: string;
  destination?: string;
  pin?: string;
  password: string;
  code?: string;
};

export function closingInput(values: TypedClosing) {
  const { money, amount, saved = '', destination = '', pin = '', password, code } = values;
  const input: Record<string, string> = { password, ...(code && { code }) };
  if (money === 'waive') Object.assign(input, { money, amount });
  if (money === 'pay_out') Object.assign(input, { money, amount, pin, destination: saved || destination.trim() });
  return input as InputOf<typeof closeAccount>;
}

export function networkOf(text: string, { withdrawal }: Balance): Network | undefined {
  const result = recogniseDestination(text.trim(), withdrawal.node_id_pattern, sha256);
  return 'network' in result ? result.network : undefined;
}

/** Limits of withdrawals that don't apply to paying out the whole balance. */
const ONLY_OF_WITHDRAWALS: readonly string[] = ['too_little', 'daily_limit'];

/** `blocker`: why the balance can't be paid out. */
export function closingChoices({ available, withdrawal: { fee, reason } }: Balance): {
  choices: readonly BalanceChoice[];
  blocker: Balance['withdrawal']['reason'];
  isEatenByFee: boolean;
} {
  const blocker = reason && !ONLY_OF_WITHDRAWALS.includes(reason.code) ? reason : null;
  const isEatenByFee = microsOf(available) <= microsOf(fee);
  if (microsOf(available) === 0n || blocker?.code === 'stopped') return { choices: [], blocker, isEatenByFee };
  return { choices: blocker || isEatenByFee ? ['waive'] : ['pay_out', 'waive'], blocker, isEatenByFee };
}
