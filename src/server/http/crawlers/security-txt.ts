import { addSeconds, type Clock } from '#server/base/clock.ts';
import type { Config } from '#server/base/config.ts';

const DAY_SECONDS = 24 * 60 * 60;

type Settings = Pick<Config, 'publicOrigin' | 'securityContacts' | 'support' | 'securityPolicyUrl' | 'securityTxtDays'>;

/**
 * Where to report a hole (RFC 9116). Undefined if the operator has named neither a contact nor an e-mail of support. It holds for some days from midnight
 * on (UTC), less than the year that the RFC recommends at most, so that a copy does not speak for the site for ever.
 */
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
