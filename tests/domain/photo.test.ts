import { expect, test } from 'vitest';
import { photoAddress, photoInSize, readPhotoAddress } from '#domain/photo.ts';

const ID = 'AbCdEf0123456789_-xyZZ';

test('a photo has an address in two sizes', () => {
  expect(photoAddress(ID)).toBe(`/photos/${ID}-256.webp`);
  expect(photoInSize(photoAddress(ID), 96)).toBe(`/photos/${ID}-96.webp`);
  expect(readPhotoAddress(`/photos/${ID}-96.webp`)).toEqual({ id: ID, size: 96 });
  expect(readPhotoAddress(photoAddress(ID))).toEqual({ id: ID, size: 256 });
});

test.each([
  `/photos/${ID}-97.webp`,
  `/photos/${ID}-2560.webp`,
  `/photos/${ID}.webp`,
  `/photos/${ID}-96.png`,
  `/photos/${ID}-96xwebp`,
  `/photos/${ID.slice(1)}-96.webp`,
  `/photos/${ID}Z-96.webp`,
  `/photos/../${ID.slice(3)}-96.webp`,
  `/other/photos/${ID}-96.webp`,
  `/photos/${ID}-96.webp?v=1`,
  'https://example.com/me.jpg',
  '',
])('“%s” is no photo of ours and stays as it is', (address) => {
  expect(readPhotoAddress(address)).toBeUndefined();
  expect(photoInSize(address, 96)).toBe(address);
});
