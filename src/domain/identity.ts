/** How a member came to the inviter: by the invite code of a form, or put there by the operator. */
export const JOINED_VIA = ['code', 'operator', 'import', 'demo'] as const;
export type JoinedVia = (typeof JOINED_VIA)[number];

export const USERNAME_PATTERN = /^[a-z0-9_.-]{3,32}$/;
/** The API or a page has these words in place of a username. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set(['totals', 'growth', 'needs-a-hand', 'tree']);
/** Guests could pass for operators; only the operator gives these names. */
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

export function normaliseUsername(username: string): string {
  return username.trim().toLowerCase();
}

/** Official names, also joined or with other signs and digits: `support-24`, `atrium.team`. */
export function soundsOfficial(username: string): boolean {
  const words = username.split(/[^a-z]+/).filter((word) => word !== '');
  return OFFICIAL_NAMES.has(words.join('')) || (words.length > 0 && words.every((word) => OFFICIAL_NAMES.has(word)));
}

export const REF_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

export function readRef(value: string | null | undefined): string | undefined {
  return value && REF_PATTERN.test(value) ? value : undefined;
}
