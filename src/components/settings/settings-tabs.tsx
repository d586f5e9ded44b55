import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Translate } from '#i18n/translator.ts';
import { Tabs } from '#components/ui/tabs.tsx';

type Page = 'settings' | 'settingsSecurity' | 'settingsNotices' | 'settingsData';
type Props = { tab: Page; t: Translate; language: Language };

export function SettingsTabs({ tab, t, language }: Props) {
  const link = (page: Page, label: string) => ({ label, href: path(language, page), isCurrent: page === tab });
  return (
    <Tabs
      label={t('settings:title')}
      items={[
        link('settings', t('settings:general.tab')),
        link('settingsSecurity', t('settings:security.tab')),
        link('settingsNotices', t('notices:emails.tab')),
        link('settingsData', t('settings:data.tab')),
      ]}
    />
  );
}
