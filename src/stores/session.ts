import { atom, computed, onMount } from 'nanostores';
import { call } from '#client/call.ts';
import { onSessionEnd } from '#client/end-session.ts';
import { accountChecked } from './account.ts';
import { getProfile, type Profile } from '#contracts/profile.ts';

/** What is shown of whoever is signed in, on every page. */
export type SessionMember = Pick<
  Profile,
  'username' | 'photo' | 'career_status' | 'is_former' | 'unread_notices' | 'unread_posts' | 'partner_link'
>;

/** Whoever is signed in: as the page has rendered them, then as last heard of; nobody once the session has ended. */
export const $session = atom<SessionMember | undefined>();

onMount($session, () => onSessionEnd(() => $session.set(undefined)));

let wishes = 0;

/** Asks again, after something of them has changed or may have. An answer to an older wish never wins. */
export async function refreshUser(): Promise<void> {
  const wish = (wishes += 1);
  const answer = await call(getProfile, undefined, { isUnasked: true });
  if (wish !== wishes) return;
  accountChecked(answer);
  if (answer?.success) $session.set(answer.data);
  else if (answer?.error.status === 401) $session.set(undefined);
}

/** So many posts are unread, as the feed has been told or has shown. */
export function postsUnread(count: number): void {
  const before = $session.get();
  if (before) $session.set({ ...before, unread_posts: count });
}

/** Shows nothing unread before the server has said so. Gives back how to take it back. */
export function noticesRead(): () => void {
  const before = $session.get();
  if (before) $session.set({ ...before, unread_notices: 0 });
  return () => $session.set(before);
}

/** The link a member invites with. */
export const $partnersLink = computed($session, (member) => member?.partner_link);
