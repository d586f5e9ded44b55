import type { Language } from '#domain/languages.ts';
import type { Member } from '#server/db/schema/index.ts';

/** Whoever looks at the feed: what was published by `readAt` is read, and what came later unless they opened it. */
export type Reader = { memberId: number; readAt: Date; language: Language };

export function readerOf({ id, feedReadAt, registeredAt }: Member, language: Language): Reader {
  return { memberId: id, readAt: feedReadAt ?? registeredAt, language };
}
