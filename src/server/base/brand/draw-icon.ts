import type { Brand } from './brand-file.ts';

/** `padding`: part of the size on each side, which launchers may cut off. */
type Icon = { size: number; padding: number; isOpaque: boolean };

/** By the addresses of the product’s own. */
export const ICONS: Record<string, Icon> = {
  '/favicon.ico': { size: 48, padding: 0, isOpaque: false },
  '/apple-touch-icon.png': { size: 180, padding: 0, isOpaque: true },
  '/icons/icon-192.png': { size: 192, padding: 0, isOpaque: false },
  '/icons/icon-512.png': { size: 512, padding: 0, isOpaque: false },
  '/icons/maskable-512.png': { size: 512, padding: 0.1, isOpaque: true },
};

/** Loads sharp on first use, as the partner cards do. */
export async function drawIcon({ icon, palettes }: Brand, { size, padding, isOpaque }: Icon): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const edge = Math.round(size * padding);
  const background = isOpaque ? palettes.dark.bg : '#00000000';
  const inner = size - 2 * edge;
  const drawing = sharp(icon)
    .resize(inner, inner, { fit: 'contain', background: '#00000000' })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background });
  return (isOpaque ? drawing.flatten({ background }) : drawing).png({ effort: 7 }).toBuffer();
}
