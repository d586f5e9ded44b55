import type { Notice } from '#contracts/notices.ts';
import type { Language } from '#domain/languages.ts';
import type { NoticeKind } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { formatTime } from '#i18n/format.ts';
import { whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { useFocusWhen } from './use-rows.ts';
import { useReader } from './use-reader.tsx';

export type ShownNotice = Pick<Notice, 'id' | 'kind' | 'text' | 'body' | 'about' | 'at' | 'is_unread'>;

/** `hasDay`: false below a heading that names the day. */
type Props = { notice: ShownNotice; isFocused?: boolean; hasDay?: boolean };

export function NoticeRow({ notice, isFocused = false, hasDay = true }: Props) {
  const reader = useReader();
  const { t, language } = reader;
  const { text, body, at, kind, is_unread: isUnread } = notice;
  const link = useFocusWhen<HTMLAnchorElement>(isFocused);
  return (
    <li>
      <Icon name={ICONS_AND_PAGES[kind].icon} />
      <div className="grow">
        <a ref={link} className="news" href={addressOf(notice, language)}>
          {body ? <b>{text}</b> : text}
        </a>
        {body && <p className="message">{body}</p>}
        <p className="hint">
          <time dateTime={at}>{hasDay ? whenOf(at, reader) : formatTime(at, reader.timeZone)}</time>
        </p>
      </div>
      {isUnread && <Badge kind="info">{t('notices:unread')}</Badge>}
    </li>
  );
}

type Page =
  | 'destinations'
  | 'finance'
  | 'financePin'
  | 'notices'
  | 'profile'
  | 'settings'
  | 'settingsData'
  | 'settingsSecurity'
  | 'support';

/** `page` is the target of notices whose `about` has no page. */
const ICONS_AND_PAGES: Record<NoticeKind, { icon: IconName; page: Page }> = {
  'new-device': { icon: 'shield', page: 'settingsSecurity' },
  'password-changed': { icon: 'shield', page: 'settingsSecurity' },
  'second-factor-on': { icon: 'shield', page: 'settingsSecurity' },
  'second-factor-off': { icon: 'warning', page: 'settingsSecurity' },
  'recovery-codes-renewed': { icon: 'shield', page: 'settingsSecurity' },
  'second-factor-waits': { icon: 'warning', page: 'settingsSecurity' },
  'second-factor-removing': { icon: 'warning', page: 'settingsSecurity' },
  'passkey-added': { icon: 'shield', page: 'settingsSecurity' },
  'passkey-removed': { icon: 'shield', page: 'settingsSecurity' },
  'email-changing': { icon: 'mail', page: 'settings' },
  'email-changed': { icon: 'mail', page: 'settings' },
  'pin-set': { icon: 'lock', page: 'settingsSecurity' },
  'pin-waits': { icon: 'warning', page: 'settingsSecurity' },
  'pin-closed': { icon: 'warning', page: 'support' },
  'pin-cleared': { icon: 'lock', page: 'financePin' },
  'destination-saved': { icon: 'shield', page: 'destinations' },
  'destination-wait-on': { icon: 'shield', page: 'destinations' },
  'destination-wait-off': { icon: 'warning', page: 'destinations' },
  'withdrawals-stopped': { icon: 'warning', page: 'finance' },
  'withdrawals-resumed': { icon: 'finance', page: 'finance' },
  'withdrawal-requested': { icon: 'finance', page: 'finance' },
  'withdrawal-completed': { icon: 'check', page: 'finance' },
  'withdrawal-returned': { icon: 'warning', page: 'finance' },
  'place-opened': { icon: 'licenses', page: 'finance' },
  'place-full': { icon: 'licenses', page: 'finance' },
  'place-expired': { icon: 'clock', page: 'finance' },
  'payment-returned': { icon: 'finance', page: 'finance' },
  'purchase-withdrawn': { icon: 'finance', page: 'finance' },
  'accrual-posted': { icon: 'plus', page: 'finance' },
  'accrual-reversed': { icon: 'minus', page: 'finance' },
  'support-answered': { icon: 'support', page: 'support' },
  'first-line-joined': { icon: 'team', page: 'profile' },
  'data-asked': { icon: 'settings', page: 'settingsData' },
  'data-ready': { icon: 'settings', page: 'settingsData' },
  announcement: { icon: 'feed', page: 'notices' },
};

function addressOf({ kind, about }: ShownNotice, language: Language): string {
  switch (about?.kind) {
    case 'withdrawal':
    case 'transaction':
      return path(language, about.kind, { id: about.id });
    case 'member':
      return path(language, 'teamMember', { username: about.id });
    case 'link':
      return about.id;
    default:
      return path(language, ICONS_AND_PAGES[kind].page) + (kind === 'new-device' ? '#sessions' : '');
  }
}
