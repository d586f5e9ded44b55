import type { Language } from './languages.ts';

export type Audience = 'guest' | 'member' | 'public';

/** `{word}` is one segment or its beginning. Guests are redirected to sign-in, members to their profile. */
export const PAGES = {
  signIn: { pattern: 'auth', audience: 'guest' },
  signInNamed: { pattern: 'auth/sign-in', audience: 'guest' },
  signUp: { pattern: 'auth/sign-up', audience: 'guest' },
  activate: { pattern: 'auth/activate', audience: 'guest' },
  reset: { pattern: 'auth/reset', audience: 'guest' },
  confirmEmail: { pattern: 'auth/email', audience: 'public' },
  signInCode: { pattern: 'auth/code', audience: 'guest' },
  keepFactor: { pattern: 'auth/keep-second-factor', audience: 'public' },
  notMe: { pattern: 'auth/not-me', audience: 'public' },
  emailsOff: { pattern: 'auth/emails-off', audience: 'public' },
  refEntry: { pattern: 'auth/ref', audience: 'guest' },
  refLink: { pattern: 'auth/ref/{ref}', audience: 'guest' },
  partner: { pattern: 'partnerlink/{ref}', audience: 'guest' },
  calendar: { pattern: 'calendar.ics', audience: 'public' },
  disclosure: { pattern: 'disclosure', audience: 'public' },
  transparency: { pattern: 'transparency', audience: 'public' },
  seals: { pattern: 'seal', audience: 'public' },
  sealFeed: { pattern: 'seal/feed.xml', audience: 'public' },
  seal: { pattern: 'seal/{day}', audience: 'public' },
  verify: { pattern: 'verify', audience: 'public' },
  verifyNumber: { pattern: 'verify/{number}', audience: 'public' },
  legal: { pattern: 'legal/{document}', audience: 'public' },
  offline: { pattern: 'offline', audience: 'public' },
  signOut: { pattern: 'sign-out', audience: 'public' },
  agreement: { pattern: 'agreement', audience: 'public' },
  theme: { pattern: 'theme', audience: 'public' },
  language: { pattern: 'language', audience: 'public' },
  dashboard: { pattern: 'dashboard', audience: 'member' },
  profile: { pattern: 'dashboard/profile', audience: 'member' },
  team: { pattern: 'dashboard/team', audience: 'member' },
  teamHand: { pattern: 'dashboard/team/needs-a-hand', audience: 'member' },
  teamTree: { pattern: 'dashboard/team/tree', audience: 'member' },
  teamMember: { pattern: 'dashboard/team/{username}', audience: 'member' },
  inviteCode: { pattern: 'dashboard/invite.svg', audience: 'member' },
  finance: { pattern: 'dashboard/finance', audience: 'member' },
  financePin: { pattern: 'dashboard/finance/pin', audience: 'member' },
  financeResumption: { pattern: 'dashboard/finance/resumption', audience: 'member' },
  financeProof: { pattern: 'dashboard/finance/proof', audience: 'member' },
  statements: { pattern: 'dashboard/finance/statements', audience: 'member' },
  statement: { pattern: 'dashboard/finance/statements/{month}', audience: 'member' },
  financePrint: { pattern: 'dashboard/finance/print', audience: 'member' },
  withdrawal: { pattern: 'dashboard/finance/withdrawals/{id}', audience: 'member' },
  withdrawalCancellation: { pattern: 'dashboard/finance/withdrawals/{id}/cancellation', audience: 'member' },
  transactions: { pattern: 'dashboard/finance/transactions', audience: 'member' },
  transaction: { pattern: 'dashboard/finance/transactions/{id}', audience: 'member' },
  paymentCode: { pattern: 'dashboard/finance/transactions/{id}/code.svg', audience: 'member' },
  transactionAct: { pattern: 'dashboard/finance/transactions/{id}/{act}', audience: 'member' },
  licenses: { pattern: 'dashboard/licenses', audience: 'member' },
  turbo: { pattern: 'dashboard/turbo', audience: 'member' },
  fastMoney: { pattern: 'dashboard/fast-money', audience: 'member' },
  dreamx: { pattern: 'dashboard/dreamx', audience: 'member' },
  structure: { pattern: 'dashboard/{platform}/structure', audience: 'member' },
  seat: { pattern: 'dashboard/{platform}/places/{place}', audience: 'member' },
  plan: { pattern: 'dashboard/{platform}/plans/{plan}', audience: 'member' },
  feed: { pattern: 'dashboard/feed', audience: 'member' },
  webinars: { pattern: 'dashboard/feed/webinars', audience: 'member' },
  webinarFile: { pattern: 'dashboard/feed/webinars/{id}.ics', audience: 'member' },
  calendarRenewal: { pattern: 'dashboard/feed/webinars/renewal', audience: 'member' },
  post: { pattern: 'dashboard/feed/{id}', audience: 'member' },
  notices: { pattern: 'dashboard/notices', audience: 'member' },
  support: { pattern: 'dashboard/support', audience: 'member' },
  settings: { pattern: 'dashboard/settings', audience: 'member' },
  settingsPhoto: { pattern: 'dashboard/settings/photo', audience: 'member' },
  photoRemoval: { pattern: 'dashboard/settings/photo/removal', audience: 'member' },
  settingsSecurity: { pattern: 'dashboard/settings/security', audience: 'member' },
  secondFactor: { pattern: 'dashboard/settings/security/second-factor', audience: 'member' },
  secondFactorOff: { pattern: 'dashboard/settings/security/second-factor/off', audience: 'member' },
  recoveryCodes: { pattern: 'dashboard/settings/security/recovery-codes', audience: 'member' },
  passkeys: { pattern: 'dashboard/settings/security/passkeys', audience: 'member' },
  destinations: { pattern: 'dashboard/settings/security/destinations', audience: 'member' },
  destinationWait: { pattern: 'dashboard/settings/security/destinations/wait', audience: 'member' },
  destination: { pattern: 'dashboard/settings/security/destinations/{id}', audience: 'member' },
  securityLog: { pattern: 'dashboard/settings/security/log', audience: 'member' },
  sessionsEnd: { pattern: 'dashboard/settings/security/end-others', audience: 'member' },
  settingsData: { pattern: 'dashboard/settings/data', audience: 'member' },
  settingsNotices: { pattern: 'dashboard/settings/notices', audience: 'member' },
  devUi: { pattern: 'dev/ui', audience: 'public' },
} as const satisfies Record<string, { pattern: string; audience: Audience }>;

export type PageName = keyof typeof PAGES;
type Words<Pattern extends string> = Pattern extends `${string}{${infer Word}}${infer Rest}`
  ? Word | Words<Rest>
  : never;
type Query = Record<string, string | undefined>;
type Params<Name extends PageName> = [Words<(typeof PAGES)[Name]['pattern']>] extends [never]
  ? [query?: Query]
  : [params: Record<Words<(typeof PAGES)[Name]['pattern']>, string>, query?: Query];

export function path<Name extends PageName>(language: Language, name: Name, ...rest: Params<Name>): string {
  const pattern: string = PAGES[name].pattern;
  const [params, query]: (Query | undefined)[] = pattern.includes('{') ? rest : [undefined, rest[0]];
  const filled = params
    ? pattern.replaceAll(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(params[word] ?? ''))
    : pattern;
  return `/${language}/${filled}${query ? searchOf(query) : ''}`;
}

function searchOf(query: Query): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

export function pageAt(segments: readonly string[]): PageName | undefined {
  const names = Object.keys(PAGES) as PageName[];
  return names.find((name) => fitsPattern(segments, PAGES[name].pattern.split('/')));
}

export function fitsPattern(segments: readonly string[], words: readonly string[]): boolean {
  return words.length === segments.length && words.every((word, index) => fits(segments[index] ?? '', word));
}

/** `{word}` matches any text but the empty one; a suffix must follow it: `{id}.ics`. */
function fits(segment: string, word: string): boolean {
  const end = /^\{\w+\}(.*)$/.exec(word)?.[1];
  return end === undefined ? segment === word : segment.endsWith(end) && segment.length > end.length;
}

/** In the order of the specification. */
export const MENU = ['profile', 'team', 'finance', 'licenses', 'turbo', 'fastMoney', 'dreamx', 'feed'] as const;
export const MENU_BELOW = ['support', 'settings'] as const;

/** The menu's page that this address lies below, for the way back from a page that doesn't exist. */
export function menuPageAbove(segments: readonly string[]): (typeof MENU | typeof MENU_BELOW)[number] {
  for (let length = segments.length - 1; length > 0; length -= 1) {
    const above = pageAt(segments.slice(0, length));
    const page = [...MENU, ...MENU_BELOW].find((name) => name === above);
    if (page) return page;
  }
  return 'profile';
}
