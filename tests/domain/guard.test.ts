import { describe, expect, test } from 'vitest';
import { decide, type Decision, type GuardInput } from '#domain/guard.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { PAGES, path } from '#domain/paths.ts';

const arriving = { languageCookie: undefined, isPost: false, cameFrom: undefined };
const guest = { ...arriving, hasSession: false };
const member = { ...arriving, hasSession: true };

describe('a guest', () => {
  test.each([
    ['/', '/ru/auth'],
    ['/ru', '/ru/auth'],
    ['/ru/', '/ru/auth'],
    ['/en', '/en/auth'],
    ['/nonsense', '/ru/auth'],
    ['/en/nonsense', '/en/auth'],
    ['/en/nonsense/deeper', '/en/auth'],
    ['/ru/dashboard', '/ru/auth'],
    ['/hindi/dashboard/profile', '/hindi/auth?return_to=%2Fhindi%2Fdashboard%2Fprofile'],
    ['/ru/dashboard/feed/webinars', '/ru/auth?return_to=%2Fru%2Fdashboard%2Ffeed%2Fwebinars'],
    ['/dashboard/team', '/ru/auth?return_to=%2Fru%2Fdashboard%2Fteam'],
    ['/xx/dashboard/team', '/ru/auth?return_to=%2Fru%2Fdashboard%2Fteam'],
    ['/auth', '/ru/auth'],
    ['/auth/sign-up?ref=anna', '/ru/auth/sign-up?ref=anna'],
    ['/xx/auth/sign-up?ref=anna', '/ru/auth/sign-up?ref=anna'],
    ['/partnerlink/anna', '/ru/partnerlink/anna'],
    ['/es/partnerlink/anna?from=mail', '/ru/partnerlink/anna?from=mail'],
    ['/ta/auth/reset', '/ru/auth/reset'],
    ['/RU/auth', '/ru/auth'],
    ['/ru/auth/ref/anna', '/ru/auth/sign-up?ref=anna'],
    ['/auth/ref/anna', '/ru/auth/sign-up?ref=anna'],
    ['//auth//sign-up', '/ru/auth/sign-up'],
    ['/%64ashboard/team', '/ru/auth?return_to=%2Fru%2Fdashboard%2Fteam'],
    ['/ru/%64ashboard/team', '/ru/auth?return_to=%2Fru%2Fdashboard%2Fteam'],
    ['/ru/dashboard%2Fteam', '/ru/auth'],
    ['/ru/DASHBOARD/team', '/ru/auth'],
  ])('at %s goes to %s', (from, to) => expect(lead(guest, from)).toBe(to));

  test.each([
    ['/ru/auth', 'signIn'],
    ['/ru/auth/', 'signIn'],
    ['/de/auth/sign-in', 'signInNamed'],
    ['/tamil/auth/sign-up', 'signUp'],
    ['/ru/%61uth/reset', 'reset'],
    ['/fr/auth/activate?token=abc', 'activate'],
    ['/ru/auth/ref', 'refEntry'],
    ['/hindi/partnerlink/anna', 'partner'],
  ])('at %s sees %s', (from, page) => expect(lead(guest, from)).toBe(page));
});

describe('somebody whose session has ended', () => {
  const from = (cameFrom: string) => ({ ...guest, cameFrom });
  test.each([
    [
      'follows a link',
      '/en/dashboard/team',
      '/en/dashboard/finance',
      '/en/auth?ended=yes&return_to=%2Fen%2Fdashboard%2Ffinance',
    ],
    [
      'asks for a file',
      '/en/dashboard/finance',
      '/en/dashboard/invite.svg',
      '/en/auth?ended=yes&return_to=%2Fen%2Fdashboard%2Ffinance',
    ],
    [
      'comes from a guests’ page',
      '/en/auth',
      '/en/dashboard/finance',
      '/en/auth?return_to=%2Fen%2Fdashboard%2Ffinance',
    ],
    [
      'comes from elsewhere',
      '//evil.example/en/dashboard/team',
      '/en/dashboard/finance',
      '/en/auth?return_to=%2Fen%2Fdashboard%2Ffinance',
    ],
  ])('and who %s is told so, and led back', (_, cameFrom, address, to) => {
    expect(lead(from(cameFrom), address)).toBe(to);
  });

  test('and who sends a form meets its page, which keeps what was typed', () => {
    expect(lead({ ...guest, isPost: true }, '/en/dashboard/finance')).toBe('finance');
  });
});

describe('a member', () => {
  test.each([
    ['/', '/ru/dashboard/profile'],
    ['/en', '/en/dashboard/profile'],
    ['/en/nonsense', '/en/dashboard/profile?done=no-page'],
    ['/nonsense', '/ru/dashboard/profile?done=no-page'],
    ['/en/dashboard/nonsense?q=1', '/en/dashboard/profile?done=no-page'],
    ['/en/dashboard', '/en/dashboard/profile'],
    ['/dashboard/', '/ru/dashboard/profile'],
    ['/en/auth', '/en/dashboard/profile'],
    ['/en/auth/sign-up?ref=anna', '/en/dashboard/profile'],
    ['/en/auth/ref/anna', '/en/dashboard/profile'],
    ['/en/auth?preview=yes', '/en/dashboard/profile'],
    ['/en/auth?return_to=%2Fen%2Fdashboard%2Fteam%3Fline%3D2', '/en/dashboard/team?line=2'],
    ['/en/auth?return_to=%2F%2Fevil.example', '/en/dashboard/profile'],
    ['/dashboard/team?line=2&sort=-views', '/ru/dashboard/team?line=2&sort=-views'],
    ['/xx/dashboard/team?line=2', '/ru/dashboard/team?line=2'],
    ['/ta/dashboard/feed/webinars', '/ru/dashboard/feed/webinars'],
  ])('at %s goes to %s', (from, to) => expect(lead(member, from)).toBe(to));

  test.each([
    ['/ru/dashboard/profile', 'profile'],
    ['/tamil/dashboard/fast-money?place=1', 'fastMoney'],
    ['/ru//dashboard//team/', 'team'],
    ['/ru/partnerlink/anna', 'partner'],
    ['/ru/%64ashboard/t%65am', 'team'],
  ])('at %s sees %s', (from, page) => expect(lead(member, from)).toBe(page));
});

describe('the language', () => {
  test.each([
    ['the one in the address', '/de/dashboard', 'tamil', '/de/dashboard/profile'],
    ['else the one of the cookie', '/dashboard/team', 'tamil', '/tamil/dashboard/team'],
    ['the cookie again, for a language we lack', '/es/dashboard/team', 'fr', '/fr/dashboard/team'],
    ['else Russian, for a cookie we do not know', '/dashboard/team', 'es', '/ru/dashboard/team'],
  ])('is %s', (_, from, languageCookie, to) => expect(lead({ ...member, languageCookie }, from)).toBe(to));
});

test('a file that is not there is missing, for whoever asks', () => {
  for (const from of ['/favicon.png', '/ru/app.js', '/assets/deep/style.css', '/.env', '/wp-login.php']) {
    expect([lead(guest, from), lead(member, from)]).toEqual(['missing', 'missing']);
  }
});

describe('a redirect', () => {
  const odd = [
    ...[
      '',
      '//evil.com',
      '\\\\evil.com',
      '\\evil',
      'https:',
      'https://evil.com',
      'javascript:alert(1)',
      '..',
      '.',
      '%2e%2e',
    ],
    ...[
      '%2F%2Fevil',
      'a/b',
      '?x=1',
      '#x',
      '@evil',
      ' ',
      '\t',
      '\r\nSet-Cookie: a=b',
      '\0',
      'ё',
      '𝒳',
      '[lang]',
      '{ref}',
      '__proto__',
    ],
  ];
  const known = ['ru', 'xx', 'auth', 'sign-up', 'dashboard', 'team', 'partnerlink', 'ref'];
  const words = [...odd, ...known];
  const looks = words.flatMap((a) =>
    words.flatMap((b) => ['', ...words].map((c) => [a, b, c].filter((word) => word !== ''))),
  );

  const redirects = [guest, member].map((who) => {
    const asked = looks.flatMap((segments) => ['', '?x=1'].map((search) => ({ ...who, segments, search })));
    return { who, targets: [...new Set(asked.flatMap((one) => redirectOf(one) ?? []))] };
  });

  test('stays on this host, whatever the segments are', () => {
    const ours =
      /^\/(ru|en|fr|de|tamil|hindi)\/[\w.!~*'()%/-]+(\?x=1|\?done=no-page|\?ref=[\w.-]+|\?return_to=%2F[\w.!~*'()%-]+)?$/;
    for (const { targets } of redirects) {
      expect(targets.length).toBeGreaterThan(10);
      expect(targets.filter((target) => !ours.test(target))).toEqual([]);
    }
  });

  test('is the only one: what it leads to is shown', () => {
    const chains = redirects.flatMap(({ who, targets }) =>
      targets.filter((target) => decide(readAddress(who, target)).kind !== 'show'),
    );
    expect(chains).toEqual([]);
  });
});

test('no page of members is shown without a session', () => {
  for (const { segment } of LANGUAGES) {
    for (const { pattern } of Object.values(PAGES).filter(({ audience }) => audience === 'member')) {
      expect(lead(guest, `/${segment}/${pattern}`).split('?')[0]).toBe(path(segment, 'signIn'));
    }
  }
});

type Who = Omit<GuardInput, 'segments' | 'search'>;

/** The page that a request sees, its redirect, or `missing`. */
function lead(who: Who, address: string): string {
  const decision = decide(readAddress(who, address));
  return answer(decision);
}

function answer(decision: Decision): string {
  if (decision.kind === 'show') return decision.page;
  return decision.kind === 'redirect' ? decision.to : decision.kind;
}

function redirectOf(input: GuardInput): string | undefined {
  const decision = decide(input);
  return decision.kind === 'redirect' ? decision.to : undefined;
}

/** Splits an address as the middleware does. */
function readAddress(who: Who, address: string): GuardInput {
  const [pathname = '', query] = address.split('?');
  const segments = pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  return { ...who, segments, search: query === undefined ? '' : `?${query}` };
}
