import { useState } from 'react';
import { call } from '#client/call.ts';
import { listHand } from '#contracts/team.ts';
import { path } from '#domain/paths.ts';
import { showToast } from '#stores/toast.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { FormNotice } from '#islands/shared/form.tsx';
import { useKeptFocus } from '#islands/shared/use-kept-focus.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { type RowsPage, useRows } from '#islands/shared/use-rows.ts';
import { HandEntry } from './hand-entry.tsx';
import { type HandRow, handRows } from './hand-rows.ts';

type Props = {
  start: RowsPage<HandRow>;
  cursor: string | undefined;
  notice: string | undefined;
  done: 'team:hand.snoozed' | undefined;
};

export const HandScreen = withReader(function HandScreen({ start, cursor, notice, done }: Props) {
  const { t, language } = useReader();
  const [snoozed, setSnoozed] = useState<readonly string[]>([]);
  const { box, keep } = useKeptFocus<HTMLElement>();
  const rows = useRows<HandRow, RowsPage<HandRow>>({
    start,
    cursor,
    load: async (query) => {
      const answer = await call(listHand, query);
      return answer?.success ? { success: true, data: handRows(answer.data) } : answer;
    },
  });
  const { items, next } = rows.page;
  const shown = items.filter(({ id }) => !snoozed.includes(id));
  const handleSnoozed = (id: string) => {
    keep();
    setSnoozed((before) => [...before, id]);
    showToast(t('team:hand.snoozed'));
    // The rest of a long list moves up.
    if (shown.length === 1 && next !== null) void rows.refresh();
  };
  return (
    <>
      {done && <Notice kind="ok">{t(done)}</Notice>}
      <FormNotice of={{ notice: notice ? { text: notice } : undefined }} />
      <section ref={box} className="card flush" tabIndex={-1} aria-label={t('team:hand.title')}>
        {shown.length > 0 ? (
          <ul className="rows">
            {shown.map((row) => (
              <HandEntry
                key={row.id}
                row={row}
                cursor={cursor}
                isFocused={rows.focusOf(row.id)}
                onSnoozed={() => handleSnoozed(row.id)}
              />
            ))}
          </ul>
        ) : (
          <EmptyState title={t('common:nothing_here')}>
            <p>{t('team:hand.empty')}</p>
          </EmptyState>
        )}
        {rows.isBroken && <Notice kind="bad">{t('team:list.broken')}</Notice>}
        <Pagination
          first={cursor ? { label: t('team:list.first_page'), href: path(language, 'teamHand') } : undefined}
          more={
            next === null
              ? undefined
              : {
                  label: t('team:list.show_more'),
                  href: path(language, 'teamHand', { cursor: next }),
                  isBusy: rows.isBusy,
                  onClick: rows.onMore,
                }
          }
        />
      </section>
    </>
  );
});
