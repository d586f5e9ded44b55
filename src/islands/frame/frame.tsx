import { useEffect, useMemo } from 'react';
import { watchLine } from '#client/offline/watch-line.ts';
import { roleLook } from '#domain/career-status.ts';
import { type PageName, path } from '#domain/paths.ts';
import type { Theme } from '#domain/theme.ts';
import { $here } from '#stores/current-url.ts';
import { $menuOpen } from '#stores/menu.ts';
import { $session, refreshUser, type SessionMember } from '#stores/session.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { AccountNotice } from '../account-notice.tsx';
import { useChanges } from '../use-changes.ts';
import { useReader, withReader } from '../use-reader.tsx';
import { useShared } from '../use-shared.ts';
import { NoticesButton } from './notices-button.tsx';
import { LanguageMenu, Logo, ThemeSwitch } from './header-parts.tsx';
import { SideMenu } from './side-menu.tsx';
import { type Reader } from './texts.ts';
import { Toaster } from './toaster.tsx';

type Props = {
  productName: string;
  here: string;
  /** Which page the frame stands around. */
  at: PageName;
  theme: Theme;
  member: SessionMember;
  /** The id of a form whose typed words go along when the language is changed; its page renders them again. */
  keepForm?: string | undefined;
};

/** The header and the side menu around every page of a member. */
export const Frame = withReader(function Frame(props: Props) {
  const { productName, here, at, theme, member, keepForm } = props;
  const words = useReader();
  const shown = useShared($here) ?? here;
  const reader = useMemo(
    () => ({ ...words, productName, here: shown, keepForm }),
    [words, productName, shown, keepForm],
  );
  const known = useShared($session);
  useEffect(() => {
    if (!$session.get()) $session.set(member);
  }, [member]);
  useEffect(watchLine, []);
  useChanges(['notices', 'session'], refreshUser);
  return (
    <>
      <Header member={known ?? member} theme={theme} reader={reader} />
      <SideMenu at={at} unreadPosts={(known ?? member).unread_posts} theme={theme} reader={reader} />
      <AccountNotice keepForm={keepForm} open={reader.t('common:outdated.open')} />
      <Toaster close={reader.t('common:close')} />
    </>
  );
});

type HeaderProps = { member: SessionMember; theme: Theme; reader: Reader };

function Header({ member, theme, reader }: HeaderProps) {
  const { t, language, productName } = reader;
  const isMenuOpen = useShared($menuOpen);
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
      <ThemeSwitch rendered={theme} reader={reader} />
      <NoticesButton unread={member.unread_notices} reader={reader} />
      <a className="me" href={home}>
        <Avatar user={member} tier={roleLook(member.career_status).tier} nobody={t('common:user')} />
        <span>{member.username}</span>
      </a>
      <LanguageMenu reader={reader} isMember />
    </header>
  );
}
