import { addSeconds, type Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';

const DAY_SECONDS = 24 * 60 * 60;

type Settings = Pick<Config, 'publicOrigin' | 'securityContacts' | 'securityPolicyUrl' | 'securityTxtDays'>;

/**
 * Where to report a hole (RFC 9116); nothing where the operator has named nobody. It holds for some days from midnight
 * on (UTC), less than the year that the RFC recommends at most, so that a copy does not speak for the site for ever.
 */
export function securityTxt(
  { publicOrigin, securityContacts, securityPolicyUrl, securityTxtDays }: Settings,
  clock: Clock,
): string | undefined {
  if (!securityContacts) return undefined;
  const midnight = new Date(clock.now());
  midnight.setUTCHours(0, 0, 0, 0);
  return [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${addSeconds(midnight, securityTxtDays * DAY_SECONDS).toISOString()}`,
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
    ...(securityPolicyUrl ? [`Policy: ${securityPolicyUrl}`] : []),
    '',
  ].join('\n');
}
