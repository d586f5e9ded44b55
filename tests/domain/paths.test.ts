import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MENU, MENU_BELOW, PAGES, pageAt, path, type PageName } from '#domain/paths.ts';

test('the site map', () => {
  const map = Object.entries(PAGES).map(([name, { pattern, audience }]) => `${name}: /{lang}/${pattern} (${audience})`);
  expect(map.join('\n')).toMatchInlineSnapshot(`
    "signIn: /{lang}/auth (guest)
    signInNamed: /{lang}/auth/sign-in (guest)
    signUp: /{lang}/auth/sign-up (guest)
    activate: /{lang}/auth/activate (guest)
    reset: /{lang}/auth/reset (guest)
    confirmEmail: /{lang}/auth/email (public)
    signInCode: /{lang}/auth/code (guest)
    keepFactor: /{lang}/auth/keep-second-factor (public)
    notMe: /{lang}/auth/not-me (public)
    emailsOff: /{lang}/auth/emails-off (public)
    refEntry: /{lang}/auth/ref (guest)
    refLink: /{lang}/auth/ref/{ref} (guest)
    partner: /{lang}/partnerlink/{ref} (guest)
    calendar: /{lang}/calendar.ics (public)
    disclosure: /{lang}/disclosure (public)
    transparency: /{lang}/transparency (public)
    seals: /{lang}/seal (public)
    sealFeed: /{lang}/seal/feed.xml (public)
    seal: /{lang}/seal/{day} (public)
    verify: /{lang}/verify (public)
    verifyNumber: /{lang}/verify/{number} (public)
    legal: /{lang}/legal/{document} (public)
    offline: /{lang}/offline (public)
    signOut: /{lang}/sign-out (public)
    agreement: /{lang}/agreement (public)
    theme: /{lang}/theme (public)
    language: /{lang}/language (public)
    dashboard: /{lang}/dashboard (member)
    profile: /{lang}/dashboard/profile (member)
    team: /{lang}/dashboard/team (member)
    teamHand: /{lang}/dashboard/team/needs-a-hand (member)
    teamTree: /{lang}/dashboard/team/tree (member)
    teamMember: /{lang}/dashboard/team/{username} (member)
    inviteCode: /{lang}/dashboard/invite.svg (member)
    finance: /{lang}/dashboard/finance (member)
    financePin: /{lang}/dashboard/finance/pin (member)
    financeResumption: /{lang}/dashboard/finance/resumption (member)
    financeProof: /{lang}/dashboard/finance/proof (member)
    statements: /{lang}/dashboard/finance/statements (member)
    statement: /{lang}/dashboard/finance/statements/{month} (member)
    financePrint: /{lang}/dashboard/finance/print (member)
    withdrawal: /{lang}/dashboard/finance/withdrawals/{id} (member)
    withdrawalCancellation: /{lang}/dashboard/finance/withdrawals/{id}/cancellation (member)
    transactions: /{lang}/dashboard/finance/transactions (member)
    transaction: /{lang}/dashboard/finance/transactions/{id} (member)
    paymentCode: /{lang}/dashboard/finance/transactions/{id}/code.svg (member)
    transactionAct: /{lang}/dashboard/finance/transactions/{id}/{act} (member)
    licenses: /{lang}/dashboard/licenses (member)
    turbo: /{lang}/dashboard/turbo (member)
    fastMoney: /{lang}/dashboard/fast-money (member)
    dreamx: /{lang}/dashboard/dreamx (member)
    structure: /{lang}/dashboard/{platform}/structure (member)
    seat: /{lang}/dashboard/{platform}/places/{place} (member)
    plan: /{lang}/dashboard/{platform}/plans/{plan} (member)
    feed: /{lang}/dashboard/feed (member)
    webinars: /{lang}/dashboard/feed/webinars (member)
    webinarFile: /{lang}/dashboard/feed/webinars/{id}.ics (member)
    calendarRenewal: /{lang}/dashboard/feed/webinars/renewal (member)
    post: /{lang}/dashboard/feed/{id} (member)
    notices: /{lang}/dashboard/notices (member)
    support: /{lang}/dashboard/support (member)
    settings: /{lang}/dashboard/settings (member)
    settingsPhoto: /{lang}/dashboard/settings/photo (member)
    photoRemoval: /{lang}/dashboard/settings/photo/removal (member)
    settingsSecurity: /{lang}/dashboard/settings/security (member)
    secondFactor: /{lang}/dashboard/settings/security/second-factor (member)
    secondFactorOff: /{lang}/dashboard/settings/security/second-factor/off (member)
    recoveryCodes: /{lang}/dashboard/settings/security/recovery-codes (member)
    passkeys: /{lang}/dashboard/settings/security/passkeys (member)
    destinations: /{lang}/dashboard/settings/security/destinations (member)
    destinationWait: /{lang}/dashboard/settings/security/destinations/wait (member)
    destination: /{lang}/dashboard/settings/security/destinations/{id} (member)
    securityLog: /{lang}/dashboard/settings/security/log (member)
    sessionsEnd: /{lang}/dashboard/settings/security/end-others (member)
    settingsData: /{lang}/dashboard/settings/data (member)
    settingsNotices: /{lang}/dashboard/settings/notices (member)
    devUi: /{lang}/dev/ui (public)"
  `);
});

/** The guard redirects from these pages before rendering. */
const unrendered: PageName[] = ['dashboard', 'refLink'];

test('every page has its file', () => {
  const rendered = Object.entries(PAGES).filter(([name]) => !unrendered.includes(name as PageName));
  expect(rendered.filter(([, { pattern }]) => !pageFiles().some((file) => covers(file, pattern)))).toEqual([]);
});

test('every file has its page', () => {
  const patterns = Object.values(PAGES).map(({ pattern }) => pattern);
  expect(pageFiles().filter((file) => !patterns.some((pattern) => covers(file, pattern)))).toEqual([]);
});

/** Patterns of the files in `pages/[lang]`. Files whose names begin with an underscore are not pages. */
function pageFiles(): string[] {
  const files = readdirSync('src/pages/[lang]', { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(astro|ts)$/.test(file) && !/(^|\/)_/.test(file))
    .map((file) => file.replace(/\.(astro|ts)$/, '').replace(/\/?index$/, ''))
    .map((file) => file.replaceAll('[', '{').replaceAll(']', '}'));
}

/** A word in braces matches any segment; one with dots matches all following segments. */
function covers(file: string, pattern: string): boolean {
  const words = file.split('/');
  const takesRest = words.at(-1)?.startsWith('{...');
  const segments = takesRest ? pattern.split('/').slice(0, words.length) : pattern.split('/');
  return (
    words.length === segments.length && words.every((word, index) => word.startsWith('{') || word === segments[index])
  );
}

test('an address is built from its page, its words and its query', () => {
  expect(path('ru', 'profile')).toBe('/ru/dashboard/profile');
  expect(path('tamil', 'partner', { ref: 'anna' })).toBe('/tamil/partnerlink/anna');
  expect(path('en', 'signIn', { done: 'activated', next: undefined })).toBe('/en/auth?done=activated');
  expect(path('en', 'partner', { ref: 'a/b?c' }, { from: 'a b' })).toBe('/en/partnerlink/a%2Fb%3Fc?from=a+b');
});

test('an address leads back to its page', () => {
  for (const name of Object.keys(PAGES) as PageName[]) {
    const segments = PAGES[name].pattern.split('/').map((word) => word.replace(/\{\w+\}/, 'anna'));
    expect(pageAt(segments)).toBe(name);
  }
});

test.each([
  [[]],
  [['auth', 'ref', '']],
  [['auth', '']],
  [['AUTH']],
  [['dashboard', 'team', 'anna', 'x']],
  [['dashboard', 'feed', 'webinars', '.ics']],
  [['dashboard', 'feed', 'webinars', 'x.pdf']],
  [['constructor']],
])('%j is no page', (segments) => expect(pageAt(segments)).toBeUndefined());

test('the menu has the order of the specification', () => {
  expect([...MENU, ...MENU_BELOW]).toEqual([
    'profile',
    'team',
    'finance',
    'licenses',
    'turbo',
    'fastMoney',
    'dreamx',
    'feed',
    'support',
    'settings',
  ]);
});
