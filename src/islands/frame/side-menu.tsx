import { type KeyboardEvent, useRef } from 'react';
import { MENU, MENU_BELOW, type PageName, path } from '#domain/paths.ts';
import type { Theme } from '#domain/theme.ts';
import { formatUnread } from '#i18n/format.ts';
import { $menuOpen } from '#stores/menu.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { keyOf } from '#components/ui/key-of.ts';
import { menuEntries, type MenuPage } from '#components/ui/menu-entries.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';
import { Logo, ThemeSwitch } from './header-parts.tsx';

type Props = { productName: string; here: string; at: PageName; unreadPosts: number; theme: Theme; onFind: () => void };

/** A drawer with trapped focus on a phone, a column on a wide screen. */
export function SideMenu({ productName, here, at, unreadPosts, theme, onFind }: Props) {
  const { t, language, owner } = useReader();
  const nav = useRef<HTMLElement>(null);
  const isOpen = useShared($menuOpen);
  const item = (page: MenuPage) => <Item key={page} page={page} at={at} unread={page === 'feed' ? unreadPosts : 0} />;
  return (
    <nav
      ref={nav}
      id="nav"
      className="nav"
      popover=""
      aria-label={t('common:menu.label')}
      onToggle={({ newState }) => $menuOpen.set(newState === 'open')}
      onKeyDown={(event) => isOpen && keepFocus(event, nav.current)}
    >
      <div className="row between narrow">
        <Logo name={productName} />
        <button type="button" className="btn plain square" popoverTarget="nav" aria-label={t('common:menu.close')}>
          <Icon name="close" />
        </button>
      </div>
      {/* Ctrl+K and ⌘K press it (page-script.ts). */}
      <button
        type="button"
        id="find"
        className="item needs-script"
        title="Ctrl K"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onFind}
      >
        <Icon name="search" />
        <span>{t('common:find.title')}</span>
      </button>
      {MENU.map(item)}
      <hr />
      {MENU_BELOW.map(item)}
      <form method="post" action={path(language, 'signOut')}>
        <OwnerField owner={owner} />
        <button className="item">
          <Icon name="logout" />
          <span>{t('common:menu.sign_out')}</span>
        </button>
      </form>
      <div className="last">
        <div className="item between">
          <span aria-hidden="true">{t('common:frame.dark_theme')}</span>
          <ThemeSwitch rendered={theme} here={here} part={t('common:menu.label')} />
        </div>
      </div>
    </nav>
  );
}

type ItemProps = { page: MenuPage; at: PageName; unread: number };

function Item({ page, at, unread }: ItemProps) {
  const { t, language } = useReader();
  const { icon, label } = menuEntries[page];
  const isCurrent = page === at || (page === 'feed' && at === 'webinars');
  return (
    <a
      className="item"
      href={path(language, page)}
      aria-current={isCurrent ? 'page' : undefined}
      aria-description={unread > 0 ? t('feed:unread_posts', { count: unread }) : undefined}
    >
      <Icon name={icon} />
      <span>{t(label)}</span>
      {unread > 0 && (
        <b className="count" aria-hidden="true">
          {formatUnread(unread)}
        </b>
      )}
    </a>
  );
}

function keepFocus(event: KeyboardEvent, menu: HTMLElement | null): void {
  if (keyOf(event) !== 'Tab' || !menu) return;
  const all = [...menu.querySelectorAll<HTMLElement>('a[href], button')];
  const [first, last] = [all[0], all.at(-1)];
  const [from, to] = event.shiftKey ? [first, last] : [last, first];
  if (event.target !== from) return;
  event.preventDefault();
  to?.focus();
}
