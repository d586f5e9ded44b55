import type { Config } from './config.ts';

/** What a file that somebody downloads is called: the product, what it is, and days, in letters that every disk takes. */
export function fileName(
  { config }: { config: Pick<Config, 'productName'> },
  parts: readonly (string | undefined)[],
  end: string,
): string {
  const product = config.productName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-');
  return `${[product, ...parts].filter(Boolean).join('-')}.${end}`;
}
