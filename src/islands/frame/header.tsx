import { useStore } from '@nanostores/react';
import { roleLook } from '#domain/career-status.ts';
import { path } from '#domain/paths.ts';
import type { Theme } from '#domain/theme.ts';
import { $menuOpen } from '#stores/menu.ts';
import type { SessionMember } from '#stores/session.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Bell } from './bell.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import type { Reader } from './reader.ts';
import { ThemeSwitch } from './theme-switch.tsx';

type Props = { member: SessionMember; theme: Theme; reader: Reader };

export function Header({ member, theme, reader }: Props) {
  const { t, language, productName } = reader;
  const isMenuOpen = useStore($menuOpen);
  const home = path(language, 'profile');
  return (
    <header className="header">
      <button
        type="button"
        className="btn plain icon narrow"
        popoverTarget="nav"
        aria-label={t('common:menu.open')}
        aria-expanded={isMenuOpen}
      >
        <Icon name="menu" />
      </button>
      <label className="btn plain icon wide">
        <input type="checkbox" id="rail" className="sr" aria-label={t('common:menu.fold')} />
        <Icon name="menu" />
      </label>
      <Logo name={productName} href={home} />
      <span className="push" />
      <ThemeSwitch drawn={theme} reader={reader} />
      <Bell unread={member.unread_notices} reader={reader} />
      <a className="me" href={home}>
        <Avatar user={member} tier={roleLook(member.career_status).tier} nobody={t('common:user')} />
        <span>{member.username}</span>
      </a>
      <LanguageMenu reader={reader} />
    </header>
  );
}
