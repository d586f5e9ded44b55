type PictureKind = 'jpeg' | 'png' | 'webp';

/** What each begins with, as Latin-1; WebP's length stands between its two words. */
const JPEG = '\xff\xd8\xff';
const PNG = '\x89PNG\r\n\x1a\n';
const WEBP = /^RIFF[^]{4}WEBP/;

/** What a file is by its first bytes, whatever it is called: no decoder is asked about anything else. */
export function kindOf(bytes: Buffer): PictureKind | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith(JPEG)) return 'jpeg';
  if (start.startsWith(PNG)) return 'png';
  return WEBP.test(start) ? 'webp' : undefined;
}
