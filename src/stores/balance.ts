import { atom, onMount } from 'nanostores';
import { onSessionEnd } from '#client/end-session.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { getBalance } from '#contracts/finance.ts';

export type Balance = OutputOf<typeof getBalance>;

/** undefined until an island that shows it is hydrated. */
export const $balance = atom<Balance | undefined>();

onMount($balance, () => onSessionEnd(() => $balance.set(undefined)));
