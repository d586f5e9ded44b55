export const USERNAME_PATTERN = /^[a-z0-9_.-]{3,32}$/;
/** Words that stand where a username would in the API's paths. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set(['totals', 'growth']);
/** Names under which a guest would be taken for those who run the platform. Only the operator gives them. */
const OFFICIAL_NAMES: ReadonlySet<string> = new Set([
  'abuse',
  'accounts',
  'admin',
  'administration',
  'administrator',
  'atrium',
  'billing',
  'compliance',
  'finance',
  'help',
  'helpdesk',
  'hostmaster',
  'legal',
  'moderator',
  'official',
  'operator',
  'owner',
  'payments',
  'postmaster',
  'root',
  'security',
  'service',
  'staff',
  'support',
  'system',
  'team',
  'webmaster',
]);

/** Usernames compare without case; this is the form that is stored. */
export function normaliseUsername(username: string): string {
  return username.trim().toLowerCase();
}

/** Whether this is an official name, or some of them with nothing but signs and digits around: `support-24`, `atrium.team`. */
export function soundsOfficial(username: string): boolean {
  const words = username.split(/[^a-z]+/).filter((word) => word !== '');
  return OFFICIAL_NAMES.has(words.join('')) || (words.length > 0 && words.every((word) => OFFICIAL_NAMES.has(word)));
}

/** A referral code as links and the `ref` cookie carry it. */
export const REF_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

export function readRef(value: string | null | undefined): string | undefined {
  return value && REF_PATTERN.test(value) ? value : undefined;
}
