import { useState } from 'react';
import { call } from '#client/call.ts';
import type { InputOf } from '#contracts/contract.ts';
import { listSupport, readSupport, type SupportRequest } from '#contracts/support.ts';
import type { Reader } from '#i18n/reader.ts';
import { useChanges } from '#islands/shared/use-changes.ts';
import { type RowsPage, useRows } from '#islands/shared/use-rows.ts';

export type Requests = ReturnType<typeof useRequests>;

export function useRequests(start: RowsPage<SupportRequest>, cursor: string | undefined, { t }: Reader) {
  const [announcement, setAnnouncement] = useState('');
  const rows = useRows<SupportRequest, RowsPage<SupportRequest>>({
    start,
    cursor,
    load: (query) => call(listSupport, query),
    onShown: (requests) => void markShown(requests),
  });
  const { items } = rows.page;
  useChanges(['support'], async () => {
    const page = await rows.refresh();
    const isNew = ({ id, answers }: SupportRequest) =>
      items.some((before) => before.id === id && before.answers.length < answers.length);
    const answered = page?.items.filter(isNew) ?? [];
    if (answered.length === 0) return;
    setAnnouncement(answered.map(({ number }) => t('notices:kinds.support_answered', { number })).join(' '));
  });
  return { ...rows, announcement };
}

async function markShown(requests: readonly SupportRequest[]): Promise<void> {
  const unread = unreadOf(requests);
  if (!unread) return;
  await call(readSupport, { ...unread, ids: unread.ids.slice(0, AT_ONCE_MAX) }, { isUnasked: true });
}

/** Limit of ids per call. */
const AT_ONCE_MAX = 50;

/** `until`: newest shown answer. Later answers stay unread. */
export function unreadOf(requests: readonly SupportRequest[]): InputOf<typeof readSupport> | undefined {
  const unread = requests.filter((request) => request.is_unread);
  const times = unread.flatMap(({ answers }) => answers.map(({ at }) => at));
  const until = times.toSorted().at(-1);
  return until === undefined ? undefined : { ids: unread.map(({ id }) => id), until };
}
