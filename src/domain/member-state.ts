/** Who is `waiting` has signed up and not used the link of their e-mail yet. */
export const MEMBER_STATES = ['open', 'blocked', 'closed', 'waiting'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

/** Of somebody who is a member. Whoever has left is not blocked any more. */
export function memberState({ closedAt, blockedAt }: { closedAt: Date | null; blockedAt: Date | null }) {
  if (closedAt) return 'closed';
  return blockedAt ? 'blocked' : 'open';
}
