import type { MenuPage } from '#components/ui/menu-entries.ts';
import { type Platform, PLATFORMS } from '#domain/places.ts';

/** The page of each platform's board. */
export const boardPages = {
  licenses: 'licenses',
  turbo: 'turbo',
  'fast-money': 'fastMoney',
  dreamx: 'dreamx',
} as const satisfies Record<Platform, MenuPage>;

export function readPlatform(word: string | undefined): Platform | undefined {
  return PLATFORMS.find((platform) => platform === word);
}
