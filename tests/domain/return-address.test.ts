import { describe, expect, test } from 'vitest';
import { PAGES, type PageName } from '#domain/paths.ts';
import { currentAddress, inLanguage, readReturnAddress, signInAddress } from '#domain/return-address.ts';

describe('a return address', () => {
  test.each([
    ['/en/dashboard/team', '/en/dashboard/team'],
    ['/ru/dashboard/team?line=2&sort=-views', '/en/dashboard/team?line=2&sort=-views'],
    ['/en//dashboard///team/', '/en/dashboard/team'],
    ['/en/%64ashboard/team', '/en/dashboard/team'],
    ['/en/dashboard/team?search=%D0%90%20b?c', '/en/dashboard/team?search=%D0%90%20b?c'],
    ['/en/dashboard/finance?done=sent', '/en/dashboard/finance'],
    ['/en/dashboard/finance?kind=fee&done=sent', '/en/dashboard/finance?kind=fee'],
    ['/en/dashboard/feed/webinars#calendar', '/en/dashboard/feed/webinars'],
    ['/de/dashboard/turbo/plans/starter', '/en/dashboard/turbo/plans/starter'],
    ['/en/dashboard/team/%2F%2Fevil.example', '/en/dashboard/team/%2F%2Fevil.example'],
    [`/en/dashboard/team?search=${'x'.repeat(7_000)}`, '/en/dashboard/team'],
  ])('%s is put together again', (sent, address) => expect(readReturnAddress(sent, 'en')).toBe(address));

  test.each([
    undefined,
    null,
    '',
    '/',
    '/en',
    'en/dashboard/team',
    'dashboard/team',
    '/dashboard/team',
    '/xx/dashboard/team',
    '//evil.example',
    '//evil.example/en/dashboard/team',
    '/\\evil.example/en/dashboard/team',
    '/en\\dashboard\\team',
    '/en/dashboard/team\\..\\..',
    '/%5cevil.example',
    '/.//evil.example',
    '/en/dashboard/team/..',
    '/en/dashboard/team/%2e%2e',
    '/en/dashboard/team/.',
    '/en/dashboard/team/%2e',
    '/en/../dashboard/team',
    '/\t/evil.example',
    '/en/dashboard/team\r\nSet-Cookie: a=b',
    '/en/dashboard/teäm',
    '/en/dashboard/%',
    'https://evil.example/en/dashboard/team',
    'https:/en/dashboard/team',
    'javascript:alert(1)',
    ' /en/dashboard/team',
    '@evil.example/en/dashboard/team',
    '/en/auth',
    '/en/auth?return_to=/en/dashboard/team',
    '/en/sign-out',
    '/en/theme',
    '/en/partnerlink/anna',
    '/en/dev/ui',
    '/en/dashboard',
    '/en/dashboard/nowhere/at/all',
    '/en/dashboard/invite.svg',
    '/en/dashboard/feed/webinars/x.ics',
    '/api/users/export/',
  ])('%o is none', (sent) => expect(readReturnAddress(sent, 'en')).toBeUndefined());

  test('keeps its query as long as every proxy lets it pass', () => {
    const address = (length: number) => `/en/dashboard/team?search=`.padEnd(length, 'x');
    const isKept = [7_000, 7_001].map((length) => readReturnAddress(address(length), 'en') === address(length));
    expect(isKept).toEqual([true, false]);
  });

  test('is every page of members, and none but theirs', () => {
    const names = Object.keys(PAGES) as PageName[];
    const back = names.filter((name) => readReturnAddress(`/en/${PAGES[name].pattern}`.replaceAll(/[{}]/g, ''), 'en'));
    const files = ['dashboard', 'inviteCode', 'paymentCode', 'webinarFile'];
    expect(back).toEqual(names.filter((name) => PAGES[name].audience === 'member' && !files.includes(name)));
  });

  test('stays on this host, whatever a browser makes of it', () => {
    const signs = [
      '/',
      '\\',
      '?',
      '#',
      '@',
      ':',
      '.',
      '..',
      '%2f',
      '%5c',
      '%00',
      '%',
      'en',
      'dashboard',
      'team',
      'evil.example',
    ];
    for (const a of signs) {
      for (const b of signs) {
        for (const c of signs) {
          for (const whole of [`/${a}${b}${c}`, `/en/dashboard/${a}${b}${c}`, `/en/dashboard/team${a}${b}${c}`]) {
            const address = readReturnAddress(whole, 'en');
            if (address === undefined) continue;
            const { origin, pathname } = new URL(address, 'https://here.example/en/auth');
            expect([origin, pathname.startsWith('/en/dashboard/')], whole).toEqual(['https://here.example', true]);
          }
        }
      }
    }
  });
});

test('sign-in says where it leads and why it is shown', () => {
  const returnTo = '/en/dashboard/team?line=2';
  expect(signInAddress('en', { returnTo, isEnded: true })).toBe(
    '/en/auth?ended=yes&return_to=%2Fen%2Fdashboard%2Fteam%3Fline%3D2',
  );
  expect(signInAddress('en', { returnTo: undefined, isEnded: false })).toBe('/en/auth');
});

describe('the address of a page', () => {
  test.each([
    ['/en/dashboard/team?line=2', '/en/dashboard/team?line=2'],
    ['/en/dashboard/team', '/en/dashboard/team'],
    ['/en/dashboard/finance?done=sent', '/en/dashboard/finance'],
    ['/en/dashboard/finance?done=sent&kind=deposit', '/en/dashboard/finance?kind=deposit'],
    ['//evil.example/en', '/evil.example/en'],
    ['///evil.example//en', '/evil.example//en'],
  ])('at %s is %s', (asked, address) => expect(currentAddress(new URL(`https://here.example${asked}`))).toBe(address));

  test.each([
    ['/en/dashboard/team?line=2', '/tamil/dashboard/team?line=2'],
    ['/en', '/tamil'],
    ['/en?ref=anna', '/tamil?ref=anna'],
    ['/', '/tamil'],
    ['/en/dashboard/team?from=/en/auth', '/tamil/dashboard/team?from=/en/auth'],
  ])('%s is %s in Tamil', (address, other) => expect(inLanguage(address, 'tamil')).toBe(other));
});
