import { type MouseEvent, useRef, useState } from 'react';
import { UNREAD_COUNTED } from '#domain/unread.ts';
import { path } from '#domain/paths.ts';
import { formatUnread } from '#i18n/format.ts';
import { Icon } from '#components/ui/icon.tsx';
import { keyOf } from '#components/ui/key-of.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { useModule } from '#components/ui/use-module.ts';
import { leaves } from '#components/ui/use-popover.ts';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

const loadNotices = () => import('./newest-notices.tsx');

export function NoticesButton({ unread }: { unread: number }) {
  const { t, language } = useReader();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isAwake = useIsAwake();
  const { module: list, hasFailed } = useModule(isOpen, loadNotices);
  /** Set if this press closes the panel, so that it isn't opened again. */
  const wasOpen = useRef(false);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event) || !panel.current?.showPopover) return;
    event.preventDefault();
    if (wasOpen.current) panel.current.hidePopover();
    else panel.current.showPopover({ source: event.currentTarget });
    wasOpen.current = false;
  };
  const label = unread > 0 ? t('notices:button_unread', { count: unread }) : t('notices:button');
  return (
    <>
      <a
        className="btn plain square notices-button"
        href={path(language, 'notices')}
        aria-label={unread < UNREAD_COUNTED ? label : t('notices:button_over', { max: UNREAD_COUNTED - 1 })}
        // Without scripts it leads to the page of notices.
        role={isAwake ? 'button' : undefined}
        aria-haspopup={isAwake ? 'dialog' : undefined}
        data-in-place
        aria-expanded={isAwake ? isOpen : undefined}
        data-count={unread > 0 ? formatUnread(unread) : undefined}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={open}
        onKeyDown={(event) => {
          if (keyOf(event) !== ' ') return;
          event.preventDefault();
          event.currentTarget.click();
        }}
      >
        <Icon name="bell" />
      </a>
      {isAwake && (
        <div
          ref={panel}
          className="popover near notices-panel"
          popover=""
          role="dialog"
          tabIndex={-1}
          aria-label={t('notices:title')}
          aria-busy={list ? undefined : true}
          onToggle={({ newState }) => setOpen(newState === 'open')}
          onBlur={(event) => leaves(event) && event.currentTarget.hidePopover()}
        >
          {hasFailed && <Notice kind="bad">{t('team:list.broken')}</Notice>}
          {list && <list.NewestNotices isOpen={isOpen} unread={unread} panel={panel} />}
        </div>
      )}
    </>
  );
}
