export type PictureKind = 'jpeg' | 'png' | 'webp';

/** First bytes of each kind, as Latin-1; the length of a WebP is between its two words. */
const JPEG = '\xff\xd8\xff';
const PNG = '\x89PNG\r\n\x1a\n';
const WEBP = /^RIFF[^]{4}WEBP/;

/** Kind by the first bytes, whatever the file is called: decoders see nothing else. */
export function kindOf(bytes: Buffer): PictureKind | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith(JPEG)) return 'jpeg';
  if (start.startsWith(PNG)) return 'png';
  return WEBP.test(start) ? 'webp' : undefined;
}

/** Whether the file ends before its own structure does, as after a broken download. */
export function isCutOff(bytes: Buffer, kind: PictureKind): boolean {
  if (kind === 'jpeg') return isJpegCutOff(bytes);
  if (kind === 'png') return isPngCutOff(bytes);
  return bytes.readUInt32LE(4) + 8 > bytes.length;
}

/** Goes from chunk to chunk until the last one, IEND. */
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

/** Goes from segment to segment, over each scan, until the marker of the end. */
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

/** In a scan, 0xFF is data when a zero or a restart marker follows. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(MARKER, start); at >= 0; at = bytes.indexOf(MARKER, at + 1)) {
    const next = bytes[at + 1] ?? NO_MARKER;
    if (next !== NO_MARKER && !isRestart(next)) return at;
  }
  return bytes.length;
}
