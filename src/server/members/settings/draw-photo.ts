import type { Sharp, SharpOptions } from 'sharp';
import { PHOTO_MAX_PIXELS, PHOTO_SIZES, type PhotoSize } from '#domain/photo.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { limitConcurrency } from '#server/base/limit-concurrency.ts';
import { isCutOff, kindOf } from './picture-kind.ts';

export type DrawnPhoto = { sizePx: PhotoSize; webp: Buffer }[];

/** One at a time: a decoded picture may need a hundred times its file size. */
const inQueue = limitConcurrency({ concurrency: 1, maxQueued: 16 });

/** Longer pictures are narrow strips, which a square crop would have to enlarge. */
const MAX_SIDE = 20_000;
const MAX_SECONDS = 10;
const SQUARE = PHOTO_SIZES[1];

/** Draws the picture again, so that no metadata of the file is kept. */
export function drawPhoto(bytes: Buffer): Promise<DrawnPhoto | Refused> {
  const kind = kindOf(bytes);
  if (!kind) return Promise.resolve(refuse('photo_unreadable'));
  return inQueue(async () => {
    // Loads sharp with the first photo: most processes never need its 20 MB.
    const { default: sharp } = await import('sharp');
    try {
      const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (format !== kind) return refuse('photo_unreadable');
      if (width * height > PHOTO_MAX_PIXELS || Math.max(width, height) > MAX_SIDE) {
        return refuse('photo_too_many_pixels');
      }
      return await drawSizes((input, options) => sharp(input, options), bytes);
    } catch {
      return refuse(isCutOff(bytes, kind) ? 'photo_cut_off' : 'photo_unreadable');
    }
  });
}

type Open = (input: Buffer, options: SharpOptions) => Sharp;

/** Decodes once, applies the camera's orientation, crops the centre; first frame of an animation. */
async function drawSizes(open: Open, bytes: Buffer): Promise<DrawnPhoto> {
  const { data, info } = await open(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error', pages: 1 })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize(SQUARE, SQUARE, { fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const draw = async (sizePx: PhotoSize) => ({
    sizePx,
    webp: await open(data, { raw }).resize(sizePx, sizePx).webp({ quality: 80, effort: 5 }).toBuffer(),
  });
  return Promise.all(PHOTO_SIZES.map(draw));
}
