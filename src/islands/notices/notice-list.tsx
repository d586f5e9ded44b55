import { Fragment } from 'react';
import { addDays } from '#domain/days.ts';
import { path } from '#domain/paths.ts';
import { formatDate, isoDay } from '#i18n/format.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { NoticeRow, type ShownNotice } from '#islands/shared/notice-row.tsx';
import { type RowsPage, useRows } from '#islands/shared/use-rows.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { Show } from './filters.ts';

type Rows = ReturnType<typeof useRows<ShownNotice, RowsPage<ShownNotice>>>;
type Props = {
  rows: Rows;
  notices: readonly ShownNotice[];
  cursor: string | undefined;
  show: Show;
  today: string;
};

export function NoticeList({ rows, notices, cursor, show, today }: Props) {
  const { t, language, timeZone } = useReader();
  const dayOf = (notice: ShownNotice | undefined) => notice && isoDay(new Date(notice.at), timeZone);
  const nameOf = (notice: ShownNotice) => {
    const day = dayOf(notice);
    if (day === today) return t('common:presets.today');
    return day === addDays(today, -1) ? t('notices:yesterday') : formatDate(notice.at, timeZone);
  };
  const filter = { show: show === 'all' ? undefined : show };
  const { next } = rows.page;
  const first = { label: t('finance:history.newest'), href: path(language, 'notices', filter) };
  const more = next !== null && {
    label: t('finance:history.show_more'),
    href: path(language, 'notices', { ...filter, cursor: next }),
    isBusy: rows.isBusy,
    onClick: rows.onMore,
  };
  return (
    <>
      {notices.length === 0 ? (
        <EmptyState title={t('common:nothing_here')}>{show === 'all' && <p>{t('notices:empty')}</p>}</EmptyState>
      ) : (
        <ul className="rows">
          {notices.map((notice, index) => (
            <Fragment key={notice.id}>
              {dayOf(notice) !== dayOf(notices[index - 1]) && (
                <li>
                  <h2 className="kicker">{nameOf(notice)}</h2>
                </li>
              )}
              <NoticeRow notice={notice} isFocused={rows.focusOf(notice.id)} hasDay={false} />
            </Fragment>
          ))}
        </ul>
      )}
      {rows.isBroken && <Notice kind="bad">{t('team:list.broken')}</Notice>}
      <Pagination first={cursor ? first : undefined} more={more || undefined} />
    </>
  );
}
