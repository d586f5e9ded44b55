/**
 * What the bell tells a member. `letter` says whether a letter goes out too: `always` where money or the account could
 * be lost without it, `wanted` where its reader may do without. `about` is what a notice keeps of what happened.
 */
export const NOTICES = {
  'new-device': { letter: 'always', about: 'device' },
  'password-changed': { letter: 'always', about: 'nothing' },
  'email-changing': { letter: 'always', about: 'nothing' },
  'email-changed': { letter: 'always', about: 'nothing' },
  'pin-set': { letter: 'always', about: 'nothing' },
  'pin-waits': { letter: 'always', about: 'nothing' },
  'pin-closed': { letter: 'always', about: 'nothing' },
  'pin-cleared': { letter: 'always', about: 'nothing' },
  'withdrawal-requested': { letter: 'always', about: 'withdrawal' },
  'withdrawal-completed': { letter: 'wanted', about: 'withdrawal' },
  'withdrawal-returned': { letter: 'always', about: 'withdrawal' },
  'place-opened': { letter: 'wanted', about: 'transaction' },
  'place-full': { letter: 'wanted', about: 'transaction' },
  'place-expired': { letter: 'wanted', about: 'transaction' },
  'payment-returned': { letter: 'always', about: 'transaction' },
  'accrual-posted': { letter: 'wanted', about: 'amount' },
  'accrual-reversed': { letter: 'always', about: 'amount' },
  'support-answered': { letter: 'wanted', about: 'support' },
  'first-line-joined': { letter: 'wanted', about: 'member' },
  'data-ready': { letter: 'always', about: 'nothing' },
} as const satisfies Record<string, { letter: 'always' | 'wanted'; about: NoticeAbout }>;

/**
 * Of a withdrawal or transaction its id, of a request to support or a member the number, an amount as on the wire, a
 * device in our own words.
 */
export type NoticeAbout = 'nothing' | 'withdrawal' | 'transaction' | 'support' | 'member' | 'amount' | 'device';

export type NoticeKind = keyof typeof NOTICES;
export const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[];

/** The letters that a member can do without. */
export const WANTED_LETTERS = NOTICE_KINDS.filter((kind) => NOTICES[kind].letter === 'wanted');
export const SENT_ALWAYS = NOTICE_KINDS.filter((kind) => NOTICES[kind].letter === 'always');

/** What a notice can lead to. */
export const NOTICE_ORIGINS = ['withdrawal', 'transaction', 'support', 'member'] as const;
export type NoticeOrigin = { kind: (typeof NOTICE_ORIGINS)[number]; id: string };

type Snake<Word extends string> = Word extends `${infer Head}-${infer Rest}` ? `${Head}_${Snake<Rest>}` : Word;

/** A kind of notice or e-mail as its texts are called. */
export function textName<Kind extends string>(kind: Kind): Snake<Kind> {
  return kind.replaceAll('-', '_') as Snake<Kind>;
}
