import { eq } from 'drizzle-orm';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { askForPhoto, getPhoto, savePhoto } from '#contracts/photo.ts';
import { getPartner } from '#contracts/partner.ts';
import { getProfile } from '#contracts/profile.ts';
import { getTeamMember } from '#contracts/team.ts';
import { PHOTO_MAX_BYTES, PHOTO_SIZES, photoInSize, readPhotoAddress } from '#domain/photo.ts';
import { refuse } from '#domain/refusals.ts';
import { memberPhotos, members } from '#server/db/schema/index.ts';
import { drawPhoto } from '#server/members/settings/index.ts';
import { removePhoto } from '#server/members/settings/photo.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { isLong } from '../../../support/everyday.ts';
import { GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { claiming, picture, pngOf, scansWithoutEnd } from '../../../support/browser/pictures.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { type Owner, ownersOf } from './owner.ts';

const testServices = await createTestServices();
const { services, app, clock } = testServices;
const { api, newOwner, save } = ownersOf(testServices);

const fileOf = (bytes: Buffer, name = 'me.jpg', type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type });
const send = ({ bearer }: Owner, bytes: Buffer, name?: string) =>
  api.call(savePhoto, { photo: fileOf(bytes, name) }, { bearer });
const remove = ({ bearer }: Owner) => api.call(savePhoto, {}, { bearer });
const photoOf = async ({ bearer }: Owner) => dataOf(await api.call(getProfile, {}, { bearer })).photo;
const idOf = ({ username }: Owner) => services.db.select().from(members).where(eq(members.username, username));

async function rowsOf(owner: Owner) {
  const [member] = await idOf(owner);
  return services.db
    .select()
    .from(memberPhotos)
    .where(eq(memberPhotos.memberId, member?.id ?? 0));
}

async function bytesAt(address: string | null): Promise<Buffer | number> {
  const { id = '', size = 0 } = readPhotoAddress(address ?? '') ?? {};
  const path = getPhoto.path.replace('{id}', id).replace('{size}', String(size));
  const answer = await app.fetch(new Request(`http://atrium.internal${path}`), {
    address: '192.0.2.1',
    userAgent: '',
    requestId: 'test',
  });
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : answer.status;
}

async function drawn(address: string | null) {
  const bytes = await bytesAt(address);
  if (typeof bytes === 'number') throw new Error(`there is nothing at ${address}: ${bytes}`);
  return bytes;
}

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s is drawn again as two squares, and told wherever the member is',
  async (kind) => {
    const owner = await newOwner();
    const { photo } = dataOf(await send(owner, await picture(kind)));
    expect(await photoOf(owner)).toBe(photo);
    const { bearer } = { bearer: (await api.signIn('anna')).access };
    expect(dataOf(await api.call(getTeamMember, { username: owner.username }, { bearer })).photo).toBe(photo);
    for (const size of PHOTO_SIZES) {
      const { format, width, height } = await sharp(await drawn(photoInSize(photo ?? '', size))).metadata();
      expect({ format, width, height }).toEqual({ format: 'webp', width: size, height: size });
    }
  },
);

test('what its camera wrote into it is gone, and it stands upright', async () => {
  const owner = await newOwner();
  const file = await picture('jpeg', { orientation: 6, exif: { Artist: 'SECRET-OWNER' } });
  expect(file.includes('SECRET-OWNER')).toBe(true);
  const { photo } = dataOf(await send(owner, file));
  const bytes = await drawn(photo);
  expect(bytes.includes('SECRET-OWNER')).toBe(false);
  const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata();
  expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
  // The left half was red; after a quarter turn to the right it is on top.
  expect(await colourAt(bytes, 128, 20)).toBe('red');
  expect(await colourAt(bytes, 128, 236)).toBe('blue');
});

async function colourAt(bytes: Buffer, left: number, top: number): Promise<string> {
  const [red = 0, , blue = 0] = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return red > blue ? 'red' : 'blue';
}

test('nothing that was hung onto a picture is in what is drawn of it', async () => {
  const owner = await newOwner();
  const tail = Buffer.from('<script>alert(1)</script>PK\u0003\u0004 stolen.zip');
  const { photo } = dataOf(await send(owner, Buffer.concat([await picture(), tail]), 'photo.html'));
  for (const size of PHOTO_SIZES) {
    const bytes = await drawn(photoInSize(photo ?? '', size));
    for (const word of ['script', 'PK\u0003', 'stolen']) expect(bytes.includes(word)).toBe(false);
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
  }
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
const plain = { create: { width: 40, height: 40, channels: 3 as const, background: '#888' } };
test.each([
  ['an SVG', () => svg],
  ['an SVG that begins like XML', () => Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg])],
  ['a GIF', () => sharp(plain).gif().toBuffer()],
  ['an AVIF', () => sharp(plain).avif().toBuffer()],
  ['a TIFF', () => sharp(plain).tiff().toBuffer()],
  ['HTML', () => Buffer.from('<!doctype html><title>x</title>')],
  ['a GIF with a JPEG hung onto it', async () => Buffer.concat([await sharp(plain).gif().toBuffer(), await picture()])],
  ['a PNG with rows missing', () => pngOf(5000, 5000, { rows: 10 })],
  ['a PNG with a wrong checksum', async () => damaged(await picture('png'), 'IDAT')],
  ['a JPEG with a wrong table', async () => damaged(await picture('jpeg'), '\xff\xc4', 2)],
  ['one byte', () => Buffer.from('x')],
  ['noise that begins like WebP', () => Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), Buffer.alloc(5000, 7)])],
  ['a JPEG of two thousand scans', () => scansWithoutEnd(4900, 2000)],
])('%s called me.png is refused with a sentence, and the old photo stays', async (_, make) => {
  const owner = await newOwner();
  const before = dataOf(await send(owner, await picture()));
  expect(await send(owner, await make(), 'me.png')).toEqual({
    success: false,
    error: { status: 422, code: 'photo_unreadable', detail: expect.stringMatching(/JPEG, PNG or WebP/) },
  });
  expect(await photoOf(owner)).toBe(before.photo);
  expect(await rowsOf(owner)).toHaveLength(PHOTO_SIZES.length);
});

/** Overwrites bytes after a mark and its length; the file stays complete. */
function damaged(bytes: Buffer, mark: string, lengthBytes = 0): Buffer {
  const at = bytes.indexOf(mark, 0, 'latin1') + mark.length + lengthBytes;
  return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(40, 0xfe), bytes.subarray(at + 40)]);
}

test.each(['jpeg', 'png', 'webp'] as const)('a %s that lost its end is said to be cut off', async (kind) => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const noisy = sharp({ create: { ...plain.create, width: 300, height: 200, noise } });
  const whole = [await picture(kind), await noisy.toFormat(kind).toBuffer(), await progressive(noisy, kind)];
  for (const bytes of whole) {
    const { length } = bytes;
    // Without its last 12 bytes, a PNG has lost no pixels.
    const ends = [12, 14, 40, 300, length >> 2, length >> 1, length - 100, length - 20, length - 13, length - 14];
    for (const end of ends) {
      expect(await drawPhoto(bytes.subarray(0, end)), `${end} of ${length} bytes`).toEqual(refuse('photo_cut_off'));
    }
  }
  const owner = await newOwner();
  expect(await send(owner, whole[0]!.subarray(0, 1_000))).toMatchObject({
    error: { status: 422, code: 'photo_cut_off', detail: expect.stringMatching(/end .* missing/) },
  });
  expect(await photoOf(owner)).toBeNull();
});

const progressive = (from: Sharp, kind: 'jpeg' | 'png' | 'webp') =>
  kind === 'webp'
    ? from.clone().webp({ lossless: true }).toBuffer()
    : from.clone().toFormat(kind, { progressive: true }).toBuffer();

const losslessWebp = (side: number) =>
  sharp({ ...plain, create: { ...plain.create, width: side, height: side } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();

/** Changes the size in the header only, because a really large file takes seconds to make. */
function claimingWebp(webp: Buffer, side: number): Buffer {
  const changed = Buffer.from(webp);
  changed.writeUInt32LE((side - 1) | ((side - 1) << 14), 21);
  return changed;
}

test.each([
  ['a PNG of 256 megapixels in 30 kB', () => pngOf(16_000, 16_000)],
  ['a JPEG that says so', async () => claiming(await picture(), 16_000, 16_000)],
  [
    'a WebP of 256 megapixels',
    async () => (isLong ? losslessWebp(16_000) : claimingWebp(await losslessWebp(16), 16_000)),
  ],
  ['a PNG just above 25 megapixels', () => pngOf(5001, 5000)],
  ['a line', () => pngOf(20_001, 1)],
])('%s is refused by its header, without being unpacked', async (_, make) => {
  const owner = await newOwner();
  const bomb = await make();
  const [before, cpu] = [process.resourceUsage().maxRSS, process.cpuUsage()];
  expect(refusalOf(await send(owner, bomb))).toBe('photo_too_many_pixels');
  const { user, system } = process.cpuUsage(cpu);
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(50);
  expect((user + system) / 1000).toBeLessThan(500);
});

test('25 megapixels are taken', async () => {
  expect(refusalOf(await send(await newOwner(), pngOf(5000, 5000)))).toBe('done');
});

test('5 MB are read, a byte more is not', async () => {
  const owner = await newOwner();
  const full = Buffer.concat([await picture(), Buffer.alloc(PHOTO_MAX_BYTES)]).subarray(0, PHOTO_MAX_BYTES);
  expect(refusalOf(await send(owner, full))).toBe('done');
  expect(await send(owner, Buffer.concat([full, Buffer.from('x')]))).toMatchObject({
    error: { status: 413, code: 'photo_too_large', detail: expect.stringMatching(/5[ \u00A0]MB/) },
  });
});

test('another photo takes the place of the first, and of the first nothing is left', async () => {
  const owner = await newOwner();
  const first = dataOf(await send(owner, await picture('jpeg')));
  const second = dataOf(await send(owner, await picture('png', { orientation: 3 })));
  expect(second.photo).not.toBe(first.photo);
  expect(await bytesAt(first.photo)).toBe(404);
  expect(await bytesAt(photoInSize(first.photo ?? '', 96))).toBe(404);
  expect(await rowsOf(owner)).toHaveLength(PHOTO_SIZES.length);
});

test('the same photo again changes nothing', async () => {
  const owner = await newOwner();
  const file = await picture();
  const answers = [await send(owner, file), await send(owner, file)];
  expect(answers[1]).toEqual(answers[0]);
  expect(await rowsOf(owner)).toHaveLength(PHOTO_SIZES.length);
});

test('the same picture of two members is two photos, and one goes without the other', async () => {
  const [one, other] = [await newOwner(), await newOwner()];
  const file = await picture();
  const [first, second] = [dataOf(await send(one, file)), dataOf(await send(other, file))];
  expect(first.photo).not.toBe(second.photo);
  expect(await remove(one)).toEqual({ success: true, data: { photo: null } });
  expect(await bytesAt(first.photo)).toBe(404);
  expect(await bytesAt(second.photo)).toBeInstanceOf(Buffer);
});

test('of several at once one wins whole, and nothing of the others is left', async () => {
  const owner = await newOwner();
  const files = await Promise.all([1, 3, 6, 8].map((orientation) => picture('jpeg', { orientation })));
  const answers = await Promise.all(files.map((file) => send(owner, file)));
  expect(answers.map(refusalOf)).toEqual(files.map(() => 'done'));
  const photo = await photoOf(owner);
  expect(answers.map((answer) => dataOf(answer).photo)).toContain(photo);
  const rows = await rowsOf(owner);
  expect(rows.map(({ sizePx }) => sizePx).toSorted()).toEqual([256, 96]);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([readPhotoAddress(photo ?? '')?.id]));
});

test('removing while another one comes leaves one or none, never half', async () => {
  const owner = await newOwner();
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([send(owner, await picture('jpeg', { orientation: 1 + round })), remove(owner)]);
    const photo = await photoOf(owner);
    expect(await rowsOf(owner)).toHaveLength(photo ? PHOTO_SIZES.length : 0);
  }
});

test('removing twice is removing once', async () => {
  const owner = await newOwner();
  await send(owner, await picture());
  expect([await remove(owner), await remove(owner)].map(refusalOf)).toEqual(['done', 'done']);
  expect(await photoOf(owner)).toBeNull();
  expect(await rowsOf(owner)).toEqual([]);
});

test('of twenty in an hour ten are taken; the door says so before one is sent', async () => {
  const owner = await newOwner();
  const file = await picture();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(owner, file)));
  expect(answers.map(refusalOf).toSorted()).toEqual([...Array(10).fill('done'), ...Array(10).fill('too_often')]);
  const ask = () => api.call(askForPhoto, {}, { bearer: owner.bearer });
  expect(await ask()).toMatchObject({ error: { status: 429, retryAfterSeconds: expect.any(Number) } });
  expect(refusalOf(await remove(owner))).toBe('done');
  clock.advance(3601);
  const later = { ...owner, bearer: (await api.signIn(owner.username, GUEST_PASSWORD)).access };
  expect(await api.call(askForPhoto, {}, { bearer: later.bearer })).toEqual({ success: true, data: { photo: null } });
  expect(refusalOf(await send(later, file))).toBe('done');
});

test('a form without a file is no wish to remove it', async () => {
  const owner = await newOwner();
  const { photo } = dataOf(await send(owner, await picture()));
  const sendForm = (fill: (form: FormData) => void) => {
    const form = new FormData();
    fill(form);
    const headers = { authorization: `Bearer ${owner.bearer}`, 'accept-language': 'en' };
    return rawCall(app, savePhoto.path, { method: 'POST', body: form, headers });
  };
  const forms = [
    await sendForm(() => {}),
    await sendForm((form) => form.append('photo', 'no file')),
    await sendForm((form) => form.append('photo', new File([], ''))),
    await sendForm((form) => form.append('file', fileOf(Buffer.from('x')))),
  ];
  for (const { status, body } of forms) {
    expect({ status, body }).toMatchObject({ status: 422, body: { fields: { photo: ['Choose a file first.'] } } });
  }
  expect(await photoOf(owner)).toBe(photo);
});

test.each(['', 'no form at all', '--x\r\n\r\n--x--', `--x\r\n${'a'.repeat(5000)}`])(
  'the form %j can’t be read',
  async (body) => {
    const { bearer } = await newOwner();
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'multipart/form-data; boundary=x' };
    expect(await rawCall(app, savePhoto.path, { method: 'POST', body, headers })).toMatchObject({
      status: 400,
      body: { code: 'unreadable' },
    });
  },
);

test('who closed the account while the photo was on its way has none', async () => {
  const owner = await newOwner();
  const [member] = await idOf(owner);
  const sending = services.transaction(async (tx) => {
    await tx.update(members).set({ closedAt: clock.now() }).where(eq(members.id, member!.id));
    const answer = send(owner, await picture());
    await expect.poll(async () => (await waitingForRows()).length, { timeout: 10_000 }).toBeGreaterThan(0);
    return { answer };
  });
  expect(refusalOf(await (await sending).answer)).toBe('no_session');
  expect(await rowsOf(owner)).toEqual([]);
});

async function waitingForRows(): Promise<unknown[]> {
  const { rows } = await services.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and backend_type = 'client backend'`,
  );
  return rows;
}

test('whoever leaves takes the photo along', async () => {
  const owner = await newOwner();
  const { photo } = dataOf(await send(owner, await picture()));
  const [member] = await idOf(owner);
  await services.transaction((tx) => removePhoto(tx, member!.id));
  expect(await photoOf(owner)).toBeNull();
  expect(await bytesAt(photo)).toBe(404);
});

test('the partner’s card shows it only to whom its owner lets it be shown', async () => {
  const owner = await newOwner();
  const { photo } = dataOf(await send(owner, await picture()));
  const [member] = await idOf(owner);
  const cardPhoto = async () => dataOf(await api.call(getPartner, { ref: member!.refCode })).photo;
  expect(await cardPhoto()).toBeNull();
  dataOf(await save(owner, { partner_shows_name: true }));
  expect(await cardPhoto()).toBe(photo);
});

test.each(['nobody-ever-got-this-1', 'x', '%00', '../../etc', 'a'.repeat(64)])('there is no photo %j', async (id) => {
  const { status } = await rawCall(app, `/api/photos/${encodeURIComponent(id)}/96/`);
  expect([404, 422]).toContain(status);
});

test('who is not signed in has none to change', async () => {
  expect(refusalOf(await api.call(savePhoto, { photo: fileOf(await picture()) }))).toBe('no_session');
  expect(refusalOf(await api.call(savePhoto, {}))).toBe('no_session');
  expect(refusalOf(await api.call(askForPhoto, {}))).toBe('no_session');
});
