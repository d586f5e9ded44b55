import type { Config } from './config.ts';

/** ASCII only, so that it works on any file system. */
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
