import { type MouseEvent, useState } from 'react';
import { call } from '#client/call.ts';
import { listNotices } from '#contracts/notices.ts';
import { path } from '#domain/paths.ts';
import { countChanges } from '#stores/changes.ts';
import { showAddress } from '#stores/current-url.ts';
import { Notice } from '#components/ui/notice.tsx';
import { isPlainClick, usePopstate } from '#islands/shared/in-place.ts';
import type { ShownNotice } from '#islands/shared/notice-row.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { loadPages, type RowsPage } from '#islands/shared/use-rows.ts';
import { FILTERS, readShow, type Show, SHOWN } from './filters.ts';

const LABELS = {
  all: 'finance:kinds.all',
  unread: 'notices:only_unread',
  money: 'common:menu.finance',
  places: 'finance:kinds.purchase',
  team: 'common:menu.team',
  support: 'common:menu.support',
  security: 'settings:security.tab',
} as const;

/** `seen`: changes that `start` includes. */
type View = { start: RowsPage<ShownNotice>; cursor: string | undefined; show: Show; seen: number };
/** Each view has filters of its own; `begin` counts the requests of all of them. */
type Props = {
  show: Show;
  notices: readonly ShownNotice[];
  begin: () => () => boolean;
  onView: (view: View) => void;
};

export function NoticeFilters({ show, notices, begin, onView }: Props) {
  const { t, language } = useReader();
  const [isBroken, setBroken] = useState(false);
  const open = async (address: URL) => {
    const next = readShow(address);
    setBroken(false);
    const isNewest = begin();
    const seen = countChanges(['notices']);
    const { answer, cursor } = await loadPages((query) => call(listNotices, { ...query, ...FILTERS[next] }), address);
    if (!isNewest()) return false;
    if (!answer?.success) {
      setBroken(true);
      return false;
    }
    // The server counts those as read that this page has just shown.
    const shown = next === 'unread' && !cursor ? notices.filter((notice) => notice.is_unread) : [];
    const ids = new Set(shown.map(({ id }) => id));
    const items = [...shown, ...answer.data.items.filter(({ id }) => !ids.has(id))];
    onView({ start: { items, next: answer.data.next }, cursor, show: next, seen });
    return true;
  };
  usePopstate(() => void open(new URL(location.href)));
  const openInPlace = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const address = new URL(event.currentTarget.href);
    if (await open(address)) showAddress(address.pathname + address.search, 'push');
  };
  return (
    <>
      <nav className="row chips" aria-label={t('notices:title')}>
        {SHOWN.map((to) => (
          <a
            key={to}
            className="chip"
            href={path(language, 'notices', { show: to === 'all' || to === show ? undefined : to })}
            aria-current={show === to || undefined}
            data-in-place=""
            onClick={(event) => void openInPlace(event)}
          >
            {t(LABELS[to])}
          </a>
        ))}
      </nav>
      {isBroken && <Notice kind="bad">{t('team:list.broken')}</Notice>}
    </>
  );
}
