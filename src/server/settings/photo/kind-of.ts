type PictureKind = 'jpeg' | 'png' | 'webp';

const STARTS: readonly [PictureKind, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['webp', /^RIFF[^]{4}WEBP/],
];

/** What a file is by its first bytes, whatever it is called: no decoder is asked about anything else. */
export function kindOf(bytes: Buffer): PictureKind | undefined {
  const start = bytes.toString('latin1', 0, 12);
  return STARTS.find(([, pattern]) => pattern.test(start))?.[0];
}
