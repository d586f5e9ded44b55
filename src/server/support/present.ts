import type { SupportRequest } from '#contracts/support.ts';
import { supportNumber } from '#domain/support.ts';
import { readAbout } from './about.ts';
import type { AnsweredSupport } from './list-support.ts';
import { isUnread } from './mark-seen.ts';

export function presentSupport(row: AnsweredSupport): SupportRequest {
  return {
    id: row.id,
    number: supportNumber(row.id),
    topic: row.topic,
    message: row.message,
    about: row.about === null ? null : readAbout(row.about),
    state: row.state,
    created_at: row.createdAt.toISOString(),
    is_unread: isUnread(row),
    answers: row.answers.map(({ text, at }) => ({ text, at: at.toISOString() })),
  };
}
