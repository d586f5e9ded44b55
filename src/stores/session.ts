import { atom, computed, onMount } from 'nanostores';
import { call } from '#client/call.ts';
import { onSessionEnd } from '#client/end-session.ts';
import { updateAccountLoss } from './account.ts';
import { getProfile, type Profile } from '#contracts/profile.ts';

export type SessionMember = Pick<
  Profile,
  'username' | 'photo' | 'career_status' | 'is_former' | 'unread_notices' | 'unread_posts' | 'partner_link'
>;

/** The rendered member, later the last response; undefined after the session's end. */
export const $session = atom<SessionMember | undefined>();

onMount($session, () => onSessionEnd(() => $session.set(undefined)));

let requestCount = 0;

/** An older response never replaces a newer one. */
export async function refreshUser(): Promise<void> {
  const requestId = (requestCount += 1);
  const answer = await call(getProfile, undefined, { isUnasked: true });
  if (requestId !== requestCount) return;
  updateAccountLoss(answer);
  if (answer?.success) $session.set(answer.data);
  else if (answer?.error.status === 401) $session.set(undefined);
}

export function setUnreadPosts(count: number): void {
  const before = $session.get();
  if (before) $session.set({ ...before, unread_posts: count });
}

/** Shows zero before the response. Returns an undo function. */
export function clearUnreadNotices(): () => void {
  const before = $session.get();
  if (before) $session.set({ ...before, unread_notices: 0 });
  return () => $session.set(before);
}

export const $partnersLink = computed($session, (member) => member?.partner_link);
