import { atom, onMount } from 'nanostores';
import { call } from '#client/call.ts';
import { onSessionEnd } from '#client/end-session.ts';
import { getProfile, type Profile } from '#contracts/profile.ts';

/** The signed-in member, as far as the browser has asked. The specification names it; no script of ours needs it yet. */
export const $user = atom<Profile | null>(null);

onMount($user, () => onSessionEnd(() => $user.set(null)));

export async function refreshUser(): Promise<void> {
  const answer = await call(getProfile);
  if (answer?.success) $user.set(answer.data);
}
