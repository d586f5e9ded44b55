import type { Site, SiteBrand } from '#contracts/page-context.ts';
import type { Brand } from '#server/base/brand/brand-file.ts';
import { brandStyle } from '#server/base/brand/palette.ts';
import type { Config } from '#server/base/config.ts';
import { brandFolder, logoPath } from './brand-files.ts';
import { nameInBrowser } from './front/cookies.ts';

type Parts = { hasMailbox: boolean; hasBuiltFiles: boolean };

export function siteOf(config: Config, { hasMailbox, hasBuiltFiles }: Parts): Site {
  const { productName, timeZone, support, publicOrigin: origin, languages, weekStart, company, brand, seals } = config;
  const themeCookie = nameInBrowser('theme', config);
  return {
    ...{ productName, timeZone, origin, support, themeCookie, hasMailbox, languages, weekStart, company },
    reserves: seals.reserves ?? [],
    brand: brand && siteBrand(brand, hasBuiltFiles),
  };
}

function siteBrand(brand: Brand, hasBuiltFiles: boolean): SiteBrand {
  const { version, palettes, labels } = brand;
  const hasLabels = Object.values(labels).some((inLanguage) => Object.keys(inLanguage).length > 0);
  return {
    version,
    labels,
    logo: logoPath(brand),
    style: brandStyle(palettes),
    ground: { dark: palettes.dark.bg, light: palettes.light.bg },
    texts: hasBuiltFiles && hasLabels ? brandFolder(brand) : undefined,
  };
}
