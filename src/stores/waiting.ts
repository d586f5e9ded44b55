import { atom } from 'nanostores';
import { call } from '#client/call.ts';
import { followWaiting } from '#client/console/follow-waiting.ts';
import { getStaffSession } from '#contracts/console/session.ts';
import type { WaitingCounts } from '#domain/waiting.ts';
import { updateAccountLoss } from './account.ts';

/** Counts of what waits for staff; undefined until the server has told them. */
export const $waiting = atom<WaitingCounts | undefined>();

/** A page that signs out is left before. */
const ASK_AFTER_MS = 1_000;

/** Fills `$waiting` until the returned function is called. */
export function fillWaiting(): () => void {
  return followWaiting({
    onCounts: (counts) => $waiting.set(counts),
    onOver: () => void setTimeout(() => void checkSession(), ASK_AFTER_MS),
  });
}

async function checkSession(): Promise<void> {
  updateAccountLoss(await call(getStaffSession, {}, { isUnasked: true }));
}
