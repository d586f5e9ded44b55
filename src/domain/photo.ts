export const PHOTO_MAX_BYTES = 5 * 1024 * 1024;
export const PHOTO_FORM_MAX_BYTES = PHOTO_MAX_BYTES + 16 * 1024;
export const PHOTO_MAX_PIXELS = 25_000_000;
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Squares, in pixels: small for lists, large for profiles. */
export const PHOTO_SIZES = [96, 256] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

const LARGE = PHOTO_SIZES[1];
const ADDRESS = /^\/photos\/([\w-]{22})-(\d{2,3})\.webp$/;

export function photoAddress(id: string): string {
  return `/photos/${id}-${LARGE}.webp`;
}

export function photoInSize(photo: string, size: PhotoSize): string {
  const { id } = readPhotoAddress(photo) ?? {};
  return id === undefined ? photo : `/photos/${id}-${size}.webp`;
}

export function readPhotoAddress(address: string): { id: string; size: PhotoSize } | undefined {
  const [, id, sizeWritten] = ADDRESS.exec(address) ?? [];
  const size = PHOTO_SIZES.find((one) => String(one) === sizeWritten);
  return id !== undefined && size !== undefined ? { id, size } : undefined;
}
