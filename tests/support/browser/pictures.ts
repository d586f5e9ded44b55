import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'webp';

/** Picture with two colours, left and right. `orientation` is the EXIF value that a camera would write. */
export async function picture(
  format: Format = 'jpeg',
  { width = 640, height = 480, orientation = 1, exif = {} as Record<string, string> } = {},
): Promise<Buffer> {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#c02020' };
  const left = await sharp({ create: half }).png().toBuffer();
  const ground = sharp({ create: { width, height, channels: 3, background: '#2020c0' } });
  return ground
    .composite([{ input: left, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'Somebody', ...exif }, IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

/** One-colour PNG of the given size in as few bytes as possible. */
export function pngOf(width: number, height: number, { rows = height } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const line = Math.ceil(width / 8) + 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(line * rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The same JPEG with another size in its header only. */
export function claiming(jpeg: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(jpeg);
  const start = [0xc0, 0xc2].map((kind) => claimed.indexOf(Buffer.from([0xff, kind]))).find((at) => at > 0);
  if (start === undefined) throw new Error('there is no frame in this JPEG');
  claimed.writeUInt16BE(height, start + 5);
  claimed.writeUInt16BE(width, start + 7);
  return claimed;
}

/** JPEG whose last scan is repeated; a decoder goes over the whole picture for each. */
export async function scansWithoutEnd(side: number, scans: number): Promise<Buffer> {
  const plain = { create: { width: side, height: side, channels: 3 as const, background: '#888' } };
  const jpeg = await sharp(plain).jpeg({ progressive: true }).toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, jpeg.length - 2);
  return Buffer.concat([jpeg.subarray(0, last), ...Array<Buffer>(scans).fill(scan), jpeg.subarray(-2)]);
}
