import { useEffect } from 'react';
import { registerServiceWorker } from '#client/offline/register-service-worker.ts';
import { roleLook } from '#domain/career-status.ts';
import { type PageName, path } from '#domain/paths.ts';
import type { Theme } from '#domain/theme.ts';
import { $appLoading } from '#stores/app-loading.ts';
import { $here } from '#stores/current-url.ts';
import { $menuOpen } from '#stores/menu.ts';
import { $session, refreshUser, type SessionMember } from '#stores/session.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { AccountNotice } from '#islands/shared/account-notice.tsx';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';
import { NoticesButton } from './notices-button.tsx';
import { LanguageMenu, Logo, ThemeSwitch } from './header-parts.tsx';
import { SideMenu } from './side-menu.tsx';
import { Toaster } from './toaster.tsx';
import { useFinder } from './use-finder.tsx';

type Props = {
  productName: string;
  here: string;
  at: PageName;
  theme: Theme;
  member: SessionMember;
  keepForm?: string | undefined;
};

export const Frame = withReader(function Frame(props: Props) {
  const { productName, at, theme, keepForm } = props;
  const { t } = useReader();
  const here = useShared($here) ?? props.here;
  const member = useShared($session) ?? props.member;
  useEffect(() => {
    if (!$session.get()) $session.set(props.member);
  }, [props.member]);
  const finder = useFinder();
  const isLoading = useShared($appLoading);
  useEffect(() => $appLoading.set(false), []);
  useEffect(registerServiceWorker, []);
  useChanges(['notices', 'session'], refreshUser);
  return (
    <>
      <Header {...{ productName, here, member, theme, keepForm }} />
      <SideMenu
        {...{ productName, here, at, theme }}
        unreadPosts={member.unread_posts}
        onFind={() => void finder.open()}
      />
      <AccountNotice keepForm={keepForm} open={t('common:outdated.open')} />
      <Toaster close={t('common:close')} />
      {finder.dialog}
      {isLoading && <Spinner />}
    </>
  );
});

type HeaderProps = Omit<Props, 'at'>;

function Header({ productName, here, member, theme, keepForm }: HeaderProps) {
  const { t, language } = useReader();
  const isMenuOpen = useShared($menuOpen);
  const home = path(language, 'profile');
  return (
    <header className="header">
      <button
        type="button"
        className="btn plain square narrow"
        popoverTarget="nav"
        aria-label={t('common:menu.open')}
        aria-expanded={isMenuOpen}
      >
        <Icon name="menu" />
      </button>
      <label className="btn plain square wide">
        <input type="checkbox" id="rail" className="hidden-text" aria-label={t('common:menu.fold')} />
        <Icon name="menu" />
      </label>
      <Logo name={productName} href={home} />
      <span className="spacer" />
      <ThemeSwitch rendered={theme} here={here} />
      <NoticesButton unread={member.unread_notices} />
      <a className="account" href={home}>
        <Avatar user={member} tier={roleLook(member.career_status).tier} nobody={t('common:user')} />
        <span>{member.username}</span>
      </a>
      <LanguageMenu here={here} keepForm={keepForm} isMember />
    </header>
  );
}
