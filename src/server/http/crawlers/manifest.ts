import type { Site } from '#contracts/page-context.ts';

const GROUND = '#0e1220';

const icon = (file: string, size: number, purpose: 'any' | 'maskable', query = '') => ({
  src: `/icons/${file}.png${query}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export function manifest({ productName, brand }: Pick<Site, 'productName' | 'brand'>) {
  const ground = brand?.ground.dark ?? GROUND;
  // Service workers keep icons for as long as their address stays.
  const query = brand && `?v=${brand.version}`;
  return {
    id: '/',
    name: productName,
    short_name: productName,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    icons: [
      icon('icon-192', 192, 'any', query),
      icon('icon-512', 512, 'any', query),
      icon('maskable-512', 512, 'maskable', query),
    ],
  };
}
