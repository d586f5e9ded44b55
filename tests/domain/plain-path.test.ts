import { Hono } from 'hono';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTarget, segmentsOf } from '#domain/plain-path.ts';
import { spellingsOf } from '../support/made/path-spellings.ts';

test.each([
  ['/', '/', ''],
  ['/en/auth', '/en/auth', ''],
  ['/en/auth/?a=/..//;%2f', '/en/auth/', '?a=/..//;%2f'],
  ['/en/partnerlink/anna.html', '/en/partnerlink/anna.html', ''],
  ['/en/partnerlink/%D0%B0%D0%BD%D0%BD%D0%B0', '/en/partnerlink/%D0%B0%D0%BD%D0%BD%D0%B0', ''],
  ['/en/partnerlink/%e0%ae%85', '/en/partnerlink/%e0%ae%85', ''],
  ['/en/dashboard/team/a%20b', '/en/dashboard/team/a%20b', ''],
  ["/en/partnerlink/@~_-.!$&'()*+,=:x", "/en/partnerlink/@~_-.!$&'()*+,=:x", ''],
  ['/src/pages/[lang]/auth/index.astro?astro', '/src/pages/[lang]/auth/index.astro', '?astro'],
  ['/.well-known/security.txt', '/.well-known/security.txt', ''],
  ['/a/...', '/a/...', ''],
])('%s is plain', (target, path, search) => {
  expect(readTarget(target)).toEqual({ path, search });
});

describe('what is not plain is read by nobody', () => {
  test.each([
    '',
    '*',
    '?',
    '//',
    '/a//',
    '/\u00e9',
    '/a b',
    '/a"',
    '/a|b',
    '/%',
    '/%2',
    '/%zz',
    '/%ff',
    '/%c0%ae',
    '/%C2%85',
  ])('%o', (target) => expect(readTarget(target)).toBeUndefined());

  test('no other spelling of a page leads to it', () => {
    for (const path of ['/operator/sign-in', '/operator/api/session/', '/en/dashboard/profile', '/healthz']) {
      const wanted = segmentsOf(path);
      for (const spelled of spellingsOf(path, 'http://localhost:80')) {
        const target = readTarget(spelled);
        expect(target && segmentsOf(target.path), spelled).not.toEqual(wanted);
      }
    }
  });
});

test('a plain path is the same to every reader, and its words have one spelling', async () => {
  const app = new Hono().all('*', (context) => context.text(context.req.path));
  const piece = fc.constantFrom(...'aZ9-._~!@:;/\\%?#[]|^ "', '%41', '%2e', '%2F', '%D0%B0', '%d0', '%25', '%00', 'é');
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const target = readTarget(`/${pieces.join('')}`);
      if (!target) return;
      const { path } = target;
      expect(new URL(`http://host${path}`).pathname).toBe(path);
      expect(await (await app.request(`http://host${path}`)).text()).toBe(decodeURI(path));
      const spelled = segmentsOf(path).every((segment) => /^[\w.~-]+$/.test(segment));
      if (spelled) expect(path.replace(/\/$/, '')).toBe(['', ...segmentsOf(path)].join('/'));
    }),
    { numRuns: 2_000 },
  );
});
