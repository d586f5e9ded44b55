import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { watchLine } from '#client/offline/watch-line.ts';
import type { PageName } from '#domain/paths.ts';
import type { Theme } from '#domain/theme.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { $here } from '#stores/here.ts';
import { $session, refreshUser, type SessionMember } from '#stores/session.ts';
import { useChanges } from '../use-changes.ts';
import { useReader } from '../use-reader.ts';
import { Header } from './header.tsx';
import { SideMenu } from './side-menu.tsx';
import { TEXTS, type Text } from './texts.ts';
import { Toaster } from './toaster.tsx';

type Props = ReaderProps<Text> & {
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
export function Frame(props: Props) {
  const { productName, here, at, theme, member, keepForm } = props;
  const words = useReader(TEXTS, props);
  const shown = useStore($here, { ssr: 'initial' }) ?? here;
  const reader = useMemo(
    () => ({ ...words, productName, here: shown, keepForm }),
    [words, productName, shown, keepForm],
  );
  const known = useStore($session);
  useEffect(() => {
    if (!$session.get()) $session.set(member);
  }, [member]);
  useEffect(watchLine, []);
  useChanges(['notices'], refreshUser);
  return (
    <>
      <Header member={known ?? member} theme={theme} reader={reader} />
      <SideMenu at={at} unreadPosts={(known ?? member).unread_posts} theme={theme} reader={reader} />
      <Toaster close={reader.t('common:close')} />
    </>
  );
}
