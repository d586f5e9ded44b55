import { useEffect } from 'react';
import type { ConsolePage } from '#domain/console-paths.ts';
import { LIVE_WAITING, type LiveWaiting, WAITING_MAX, type WaitingCounts } from '#domain/waiting.ts';
import { $waiting, fillWaiting } from '#stores/waiting.ts';
import { Badge } from '#components/ui/badge.tsx';
import { withReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';

type Entry = { page: ConsolePage; href: string; label: string };
type Props = {
  groups: readonly (readonly Entry[])[];
  at: ConsolePage;
  label: string;
  /** When the page was rendered. */
  counts: WaitingCounts;
};

/** The menu and the title say how many wait: the title those of its list, or of all lists. */
export const ConsoleMenu = withReader(function ConsoleMenu({ groups, at, label, counts: rendered }: Props) {
  const counts = useShared($waiting) ?? rendered;
  const titleCount = isLive(at) ? (counts[at] ?? 0) : LIVE_WAITING.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  useEffect(() => fillWaiting(), []);
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\+?\) /, '');
    document.title = titleCount > 0 ? `(${shown(titleCount)}) ${title}` : title;
  }, [titleCount]);
  return (
    <nav className="console-menu" aria-label={label}>
      {groups.map((entries) => (
        <ul key={entries[0]?.page}>
          {entries.map(({ page, href, label: name }) => {
            const count = isLive(page) ? (counts[page] ?? 0) : 0;
            return (
              <li key={page}>
                <a href={href} aria-current={page === at ? 'page' : undefined}>
                  {name}
                  {count > 0 && (
                    <span aria-hidden="true">
                      <Badge kind="info">{shown(count)}</Badge>
                    </span>
                  )}
                </a>
              </li>
            );
          })}
        </ul>
      ))}
    </nav>
  );
});

function isLive(page: ConsolePage): page is LiveWaiting {
  return LIVE_WAITING.some((kind) => kind === page);
}

function shown(count: number): string {
  return count >= WAITING_MAX ? `${WAITING_MAX}+` : String(count);
}
