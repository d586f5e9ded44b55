export type PictureKind = 'jpeg' | 'png' | 'webp';

/** First bytes as Latin-1. A WebP has its length after RIFF. */
const JPEG = '\xff\xd8\xff';
const PNG = '\x89PNG\r\n\x1a\n';
const WEBP = /^RIFF[^]{4}WEBP/;

/** By the first bytes, as decoders do; the file name is ignored. */
export function kindOf(bytes: Buffer): PictureKind | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith(JPEG)) return 'jpeg';
  if (start.startsWith(PNG)) return 'png';
  return WEBP.test(start) ? 'webp' : undefined;
}

export function isCutOff(bytes: Buffer, kind: PictureKind): boolean {
  if (kind === 'jpeg') return isJpegCutOff(bytes);
  if (kind === 'png') return isPngCutOff(bytes);
  return bytes.readUInt32LE(4) + 8 > bytes.length;
}

function isPngCutOff(bytes: Buffer): boolean {
  let at = PNG.length;
  while (at + 12 <= bytes.length) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return false;
    at += 12 + bytes.readUInt32BE(at);
  }
  return true;
}

const [MARKER, END, SCAN, NO_MARKER] = [0xff, 0xd9, 0xda, 0x00];
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

function isJpegCutOff(bytes: Buffer): boolean {
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== MARKER || marker === END) return false;
    at += marker === MARKER ? 1 : 2 + bytes.readUInt16BE(at + 2);
    if (marker === SCAN) at = endOfScan(bytes, at);
  }
  return at + 2 > bytes.length || bytes.readUInt16BE(at) !== MARKER * 256 + END;
}

/** In a scan, 0xFF is data before a zero or a restart marker. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(MARKER, start); at >= 0; at = bytes.indexOf(MARKER, at + 1)) {
    const next = bytes[at + 1] ?? NO_MARKER;
    if (next !== NO_MARKER && !isRestart(next)) return at;
  }
  return bytes.length;
}
