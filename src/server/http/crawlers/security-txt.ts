import { addSeconds, type Clock } from '#server/base/clock.ts';
import type { Config } from '#server/base/config.ts';

const DAY_SECONDS = 24 * 60 * 60;

type Settings = Pick<Config, 'publicOrigin' | 'securityContacts' | 'support' | 'securityPolicyUrl' | 'securityTxtDays'>;

/** RFC 9116. Undefined without a contact. Expires well within the RFC's maximum of a year, so that old copies end. */
export function securityTxt(
  { publicOrigin, securityContacts, support, securityPolicyUrl, securityTxtDays }: Settings,
  clock: Clock,
): string | undefined {
  const contacts = securityContacts ?? (support.email ? [`mailto:${support.email}`] : undefined);
  if (!contacts) return undefined;
  const midnight = new Date(clock.now());
  midnight.setUTCHours(0, 0, 0, 0);
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${addSeconds(midnight, securityTxtDays * DAY_SECONDS).toISOString()}`,
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
    ...(securityPolicyUrl ? [`Policy: ${securityPolicyUrl}`] : []),
    '',
  ].join('\n');
}
