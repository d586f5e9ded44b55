import { MENU, MENU_BELOW, path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import type { IconName } from '#components/ui/icon.tsx';
import { menuEntries } from '#components/ui/menu-entries.ts';

export type PageToFind = { href: string; icon: IconName; label: string };

/** All pages of the menu, then what lies below them. */
export function pagesToFind({ t, language }: Reader): PageToFind[] {
  const inMenu = [...MENU, ...MENU_BELOW].map((page) => {
    const { icon, label } = menuEntries[page];
    return { href: path(language, page), icon, label: t(label) };
  });
  return [
    ...inMenu,
    { href: path(language, 'teamTree'), icon: 'tree', label: t('team:tree') },
    { href: path(language, 'teamHand'), icon: 'team', label: t('team:hand.title') },
    { href: `${path(language, 'finance')}#withdraw`, icon: 'send', label: t('finance:withdraw.title') },
    { href: path(language, 'transactions'), icon: 'finance', label: t('transactions:title') },
    { href: path(language, 'financePin'), icon: 'lock', label: t('finance:pin.title') },
    { href: path(language, 'webinars'), icon: 'video', label: t('feed:webinars') },
    { href: path(language, 'notices'), icon: 'bell', label: t('notices:title') },
    { href: path(language, 'settingsSecurity'), icon: 'shield', label: t('settings:security.tab') },
    { href: path(language, 'secondFactor'), icon: 'shield', label: t('settings:second_factor.title') },
    { href: path(language, 'passkeys'), icon: 'shield', label: t('settings:passkeys.title') },
    { href: path(language, 'destinations'), icon: 'shield', label: t('settings:destinations.title') },
    { href: path(language, 'securityLog'), icon: 'shield', label: t('settings:log.title') },
    { href: path(language, 'settingsNotices'), icon: 'mail', label: t('notices:emails.tab') },
    { href: path(language, 'settingsData'), icon: 'settings', label: t('settings:data.tab') },
  ];
}
