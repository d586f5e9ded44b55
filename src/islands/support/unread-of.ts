import type { InputOf } from '#contracts/contract.ts';
import type { readSupport, SupportRequest } from '#contracts/support.ts';

/** What is marked as read by showing these: an answer that comes in the meantime stays unread. */
export function unreadOf(shown: readonly SupportRequest[]): InputOf<typeof readSupport> | undefined {
  const unread = shown.filter((request) => request.is_unread);
  const times = unread.flatMap(({ answers }) => answers.map(({ at }) => at));
  const until = times.toSorted().at(-1);
  return until === undefined ? undefined : { ids: unread.map(({ id }) => id), until };
}
