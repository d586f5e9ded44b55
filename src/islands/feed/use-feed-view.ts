import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#client/call.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { countChanges } from '#stores/changes.ts';
import { showAddress } from '#stores/current-url.ts';
import { usePopstate } from '#islands/shared/in-place.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { type FeedView, readFeed } from './read-feed.ts';

/** The old list stays until the new one arrives; then the address changes. Each `version` includes `seen` changes. */
export function useFeedView(start: FeedView, { t, language }: Reader, onShown: (view: FeedView) => void) {
  const [list, setList] = useState({ view: start, version: 0, seen: 0 });
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const begin = useNewest();
  const kindAt = ({ pathname }: Pick<URL, 'pathname'>) =>
    pathname === path(language, 'webinars') ? ('webinar' as const) : ('news' as const);

  const show = async (href: string, isStep: boolean) => {
    const address = new URL(href);
    const isNewest = begin();
    setBusy(true);
    setBroken(false);
    const seen = countChanges(['notices']);
    const answer = await readFeed(call, kindAt(address), address);
    if (!isNewest()) return;
    setBusy(false);
    if (!answer?.success) return setBroken(true);
    if (isStep) showAddress(address.pathname + address.search, 'push');
    document.title = titled(t(answer.data.kind === 'news' ? 'feed:title' : 'feed:webinars'));
    setList(({ version }) => ({ view: answer.data, version: version + 1, seen }));
    onShown(answer.data);
  };

  usePopstate(() => void show(location.href, false));
  // The member may have gone back before hydration.
  const catchUp = useEffectEvent(() => {
    if (kindAt(location as unknown as URL) !== start.kind) void show(location.href, false);
  });
  useEffect(() => {
    const timer = setTimeout(() => catchUp());
    return () => clearTimeout(timer);
  }, []);
  return { ...list, isBusy, isBroken, open: (href: string) => show(href, true) };
}

function titled(title: string): string {
  return [title, ...document.title.split(' / ').slice(1)].join(' / ');
}
