import type { IconName } from './icon.tsx';
import type { MENU, MENU_BELOW } from '#domain/paths.ts';
import type { TextKey } from '#i18n/text-keys.ts';

export type MenuPage = (typeof MENU | typeof MENU_BELOW)[number];

export const menuEntries = {
  profile: { icon: 'profile', label: 'common:menu.profile' },
  team: { icon: 'team', label: 'common:menu.team' },
  finance: { icon: 'finance', label: 'common:menu.finance' },
  licenses: { icon: 'licenses', label: 'common:menu.licenses' },
  turbo: { icon: 'turbo', label: 'common:menu.turbo' },
  fastMoney: { icon: 'fast', label: 'common:menu.fast_money' },
  dreamx: { icon: 'dreamx', label: 'common:menu.dreamx' },
  feed: { icon: 'feed', label: 'common:menu.feed' },
  support: { icon: 'support', label: 'common:menu.support' },
  settings: { icon: 'settings', label: 'common:menu.settings' },
} as const satisfies Record<MenuPage, { icon: IconName; label: TextKey }>;
