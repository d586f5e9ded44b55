import { type MouseEvent, useRef, useState } from 'react';
import { UNREAD_NOTICES_COUNTED } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { Icon } from '#components/ui/icon.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { isPlainClick } from '../in-place.ts';
import { BellPanel } from './bell-panel.tsx';
import type { Reader } from './reader.ts';

/** How much has happened that its reader has not seen; pressed, it opens the newest of it over the page. */
export function Bell({ unread, reader }: { unread: number; reader: Reader }) {
  const { t, language } = reader;
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isAwake = useIsAwake();
  /** The press that closes the panel is no wish to open it again. */
  const wasOpen = useRef(false);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event) || !panel.current?.showPopover) return;
    event.preventDefault();
    if (wasOpen.current) panel.current.hidePopover();
    else panel.current.showPopover({ source: event.currentTarget });
    wasOpen.current = false;
  };
  const max = UNREAD_NOTICES_COUNTED - 1;
  const isOver = unread > max;
  const words = unread > 0 ? t('notices:bell_unread', { count: unread }) : t('notices:bell');
  return (
    <>
      <a
        className="btn plain icon bell"
        href={path(language, 'notices')}
        aria-label={isOver ? t('notices:bell_over', { max }) : words}
        aria-haspopup="dialog"
        data-in-place
        aria-expanded={isAwake ? isOpen : undefined}
        data-count={isOver ? `${max}+` : unread || undefined}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== ' ') return;
          event.preventDefault();
          event.currentTarget.click();
        }}
      >
        <Icon name="bell" />
      </a>
      {isAwake && <BellPanel ref={panel} isOpen={isOpen} unread={unread} reader={reader} onToggle={setOpen} />}
    </>
  );
}
