import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { savePhoto } from '#contracts/photo.ts';
import { type HttpAnswer, visit } from '../support/app/http.ts';
import { brokenInvariants } from '../support/db/invariants.ts';
import { chunk, claiming, picture, pngOf } from '../support/browser/pictures.ts';
import { memberOf } from '../support/app/stage.ts';
import { openTarget } from '../support/app/target.ts';

const target = await openTarget();
const { port, services } = target;
const { access } = await target.session('anna');
const root = await memberOf(target, 'root');
const jpeg = await picture('jpeg', {
  exif: { Artist: '<script>alert(1)</script>', ImageDescription: 'home, 52.52 N' },
});
const BOUNDARY = '----attack-7MA4YWxkTrZu0gW';
const SCRIPT = '<script>alert(document.cookie)</script>';

type Part = { name?: string; fileName: string; type: string; bytes: Buffer };

/** Writes the multipart form by hand, so that names and types can be wrong. */
async function upload({ name = 'photo', fileName, type, bytes }: Part, more = ''): Promise<HttpAnswer> {
  await target.forgetTries();
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n${more}--${BOUNDARY}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return target.send({ method: 'POST', path: savePhoto.path, headers, body }, { bearer: access });
}

async function served(photo: string): Promise<HttpAnswer> {
  return visit(port, photo);
}

describe('a picture with something hidden in it comes out as a picture only', () => {
  test.each<[string, Buffer]>([
    ['a page behind it', Buffer.concat([jpeg, Buffer.from(`<html>${SCRIPT}</html>`)])],
    ['a program for PHP behind it', Buffer.concat([jpeg, Buffer.from('<?php system($_GET[0]); ?>')])],
    ['an archive behind it', Buffer.concat([jpeg, Buffer.from('PK\x03\x04evil'), gzipSync('evil')])],
    ['words of its camera', jpeg],
    ['words in a chunk of text', withText(pngOf(96, 96), SCRIPT)],
  ])('%s', async (_, bytes) => {
    const answer = await upload({ fileName: 'me.jpg', type: 'image/jpeg', bytes });
    expect(answer.status).toBe(200);
    const shown = await served(JSON.parse(answer.text).photo);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(shown.bytes.toString('latin1')).not.toMatch(/<script|<\?php|evil|EXIF|GPS|home, 52|Somebody|XMP /);
  });
});

describe('what is no picture of ours is refused', () => {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`);
  test.each<[string, string, Buffer, number]>([
    ['an SVG', 'image/svg+xml', svg, 422],
    ['an SVG that says it is a PNG', 'image/png', svg, 422],
    [
      'an SVG with entities',
      'image/png',
      Buffer.from('<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'),
      422,
    ],
    ['a page', 'image/jpeg', Buffer.from(`<html>${SCRIPT}</html>`), 422],
    ['a GIF with a script', 'image/gif', Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`), 422],
    ['a TIFF', 'image/tiff', Buffer.from('II*\0\x08\0\0\0\0\0'), 422],
    ['a PDF', 'application/pdf', Buffer.from('%PDF-1.7\n1 0 obj<</JS(app.alert(1))>>'), 422],
    [
      'a playlist that reads files',
      'image/jpeg',
      Buffer.from('#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\nconcat:file:///etc/passwd'),
      422,
    ],
    [
      'a program of ImageMagick',
      'image/png',
      Buffer.from('push graphic-context\nfill "url(https://evil.example)"'),
      422,
    ],
    ['half a JPEG', 'image/jpeg', jpeg.subarray(0, 40), 422],
    ['a JPEG that claims 60,000 pixels a side', 'image/jpeg', claiming(jpeg, 60_000, 60_000), 422],
    ['a PNG of 30,000 pixels a side in some kilobytes', 'image/png', pngOf(30_000, 30_000, { rows: 1 }), 422],
    ['zeros', 'image/png', Buffer.alloc(100_000), 422],
    ['packed zeros', 'image/png', deflateSync(Buffer.alloc(4_000_000)), 422],
    ['nothing', 'image/png', Buffer.alloc(0), 422],
  ])('%s', async (_, type, bytes, status) => {
    const answer = await upload({ fileName: 'me.png', type, bytes });
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('root:');
  });
});

describe('the name of a file says nothing', () => {
  test.each([
    '../../../../etc/passwd',
    '..\\..\\evil.exe',
    'me.php',
    'me.jpg\0.php',
    '%2e%2e%2fme',
    'CON',
    'x'.repeat(3_000),
    '"><script>',
    '; rm -rf /',
    '',
  ])('%o', async (fileName) => {
    const plain = fileName.replaceAll('"', '%22').replaceAll('\0', '%00');
    const answer = await upload({ fileName: plain, type: 'image/jpeg', bytes: jpeg });
    expect([200, 400, 422]).toContain(answer.status);
    expect(answer.text).not.toMatch(/passwd|evil|php|script|rm -rf/);
    if (answer.status === 200) expect(JSON.parse(answer.text).photo).toMatch(/^\/photos\/[\w-]+-256\.webp$/);
  });
});

describe('a form with more in it than a photo', () => {
  const second = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="b.png"\r\n\r\n${SCRIPT}\r\n`;
  const owner = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="member_id"\r\n\r\n${root.id}\r\n`;
  test.each([
    ['a second file', second],
    ['a field that says whose', owner],
    ['a thousand fields', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`.repeat(1000)],
  ])('%s, is refused', async (_, more) => {
    const answer = await upload({ fileName: 'me.jpg', type: 'image/jpeg', bytes: jpeg }, more);
    expect(answer.status).toBe(422);
    expect((await memberOf(target, 'root')).photo).toBe(root.photo);
  });

  test('by another name is no photo', async () => {
    for (const name of ['photo[]', 'Photo', 'file', '__proto__', 'photo\u200b']) {
      const answer = await upload({ name, fileName: 'me.jpg', type: 'image/jpeg', bytes: jpeg });
      expect(answer.status, name).toBe(422);
    }
  });
});

/** Inserts a text chunk before the pixels, as tools do for comments. */
function withText(png: Buffer, words: string): Buffer {
  const at = png.indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, at), chunk('tEXt', Buffer.from(`Comment\0${words}`)), png.subarray(at)]);
}

test('and after all of it the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
});
