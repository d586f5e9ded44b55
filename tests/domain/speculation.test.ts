import { expect, test } from 'vitest';
import { SPECULATION } from '#domain/speculation.ts';

test('a browser may fetch pages of the menu ahead, but none that says what was seen on it', () => {
  const { prefetch } = JSON.parse(SPECULATION);
  expect(prefetch).toEqual([expect.objectContaining({ eagerness: 'conservative' })]);
  const [{ and }] = prefetch.map(({ where }: { where: unknown }) => where);
  expect(and).toContainEqual({ selector_matches: '#nav a' });
  expect(and).toContainEqual({ not: { href_matches: ['/*/dashboard/notices', '/*/dashboard/support'] } });
});
