import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Translate } from '#i18n/translator.ts';
import { Tabs } from '#components/ui/tabs.tsx';

type Page = 'settings' | 'settingsSecurity' | 'settingsNotices' | 'settingsData';
type Props = { at: Page; t: Translate; language: Language };

export function SettingsTabs({ at, t, language }: Props) {
  const tab = (page: Page, label: string) => ({ label, href: path(language, page), isCurrent: page === at });
  return (
    <Tabs
      label={t('settings:title')}
      items={[
        tab('settings', t('settings:general.tab')),
        tab('settingsSecurity', t('settings:security.tab')),
        tab('settingsNotices', t('notices:emails.tab')),
        tab('settingsData', t('settings:data.tab')),
      ]}
    />
  );
}
