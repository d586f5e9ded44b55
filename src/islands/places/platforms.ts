import type { MenuPage } from '#components/ui/menu-entries.ts';
import type { Platform } from '#domain/places.ts';

export const boardPages = {
  licenses: 'licenses',
  turbo: 'turbo',
  'fast-money': 'fastMoney',
  dreamx: 'dreamx',
} as const satisfies Record<Platform, MenuPage>;
