import { expect, test } from 'vitest';
import { fileName } from '#server/base/file-name.ts';

test.each(['A"\r\nX: y/../é', '..\\..\\con', '%0d%0aSet-Cookie: a=b', '"; filename="evil.exe', '../../'])(
  'a product called %o gives a file a name that needs no quoting anywhere',
  (productName) => {
    const config = { productName } as Parameters<typeof fileName>[0]['config'];
    expect(fileName({ config }, ['statement', undefined], 'csv')).toMatch(/^([a-z0-9]+-)*statement\.csv$/);
  },
);
