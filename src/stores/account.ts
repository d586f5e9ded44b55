import { atom, onMount } from 'nanostores';
import type { Result } from '#contracts/call.ts';
import { onOtherAccount } from '#client/other-account.ts';

/** Why this page's account can't act, as a sentence; undefined while it is signed in. */
export const $accountLoss = atom<string | undefined>();

onMount($accountLoss, () => onOtherAccount((words) => $accountLoss.set(words)));

/** For calls that check the session. Another account is reported by the call itself. */
export function updateAccountLoss(answer: Result<unknown> | undefined): void {
  if (answer?.success) $accountLoss.set(undefined);
  else if (answer?.error.status === 401) $accountLoss.set(answer.error.detail);
}
