/** `waiting`: signed up, but the e-mailed link was not used yet. */
export const MEMBER_STATES = ['open', 'blocked', 'closed', 'waiting'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

export function memberState({ closedAt, blockedAt }: { closedAt: Date | null; blockedAt: Date | null }) {
  if (closedAt) return 'closed';
  return blockedAt ? 'blocked' : 'open';
}
