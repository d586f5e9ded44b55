import type { Member } from '#server/db/schema/index.ts';

/** Who has left can be blocked no more, so that comes first. */
export function memberState({ closedAt, blockedAt }: Pick<Member, 'closedAt' | 'blockedAt'>) {
  if (closedAt) return 'closed';
  return blockedAt ? 'blocked' : 'open';
}
