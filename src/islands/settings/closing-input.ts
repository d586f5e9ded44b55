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

export function closingInput({ money, amount, pin = '', password, code, ...typed }: TypedClosing) {
  const input: Record<string, string> = { password, ...(code && { code }) };
  if (money === 'waive') Object.assign(input, { money, amount });
  if (money === 'pay_out') Object.assign(input, { money, amount, pin, destination: destinationOf(typed) });
  return input as InputOf<typeof closeAccount>;
}

function destinationOf({ saved = '', destination = '' }: Pick<TypedClosing, 'saved' | 'destination'>): string {
  return saved || destination.trim();
}

export function networkOf(typed: string, { withdrawal }: Balance): Network | undefined {
  const found = recogniseDestination(typed.trim(), withdrawal.node_id_pattern, sha256);
  return 'network' in found ? found.network : undefined;
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
