import { NEW_APPROVER_SECONDS } from '#domain/four-eyes.ts';
import { hashPassword } from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { staff } from '#server/db/schema/index.ts';
import type { HashServices } from '#server/base/hash-costs.ts';
import type { Services } from '#server/api/services.ts';
import { seal } from '#server/base/seal.ts';
import { DEMO_PASSWORD } from './cast.ts';

/** Used by the demo and all tests. Every role, with two people who can approve each other's work. */
export const STAFF = [
  { email: 'olga@demo.example', name: 'Ольга Верная', role: 'owner', language: 'ru' },
  { email: 'oscar@demo.example', name: 'Oscar Wendt', role: 'owner', language: 'en' },
  { email: 'fiona@demo.example', name: 'Fiona Marsh', role: 'finance', language: 'en' },
  { email: 'artur@demo.example', name: 'Artur Lindqvist', role: 'finance-approver', language: 'en' },
  { email: 'sam@demo.example', name: 'Sam Okafor', role: 'support', language: 'en' },
  { email: 'kira@demo.example', name: 'Кира Полевая', role: 'content', language: 'ru' },
] as const;

/** Public like the password: /dev/codes shows its codes. */
export const DEMO_TOTP_SECRET = Buffer.from('the demo knows no secret'.slice(0, 20));

export async function seedStaff(
  tx: Db,
  { clock, config, secrets }: Pick<Services, 'clock' | 'secrets'> & HashServices,
): Promise<void> {
  // Old enough that the waiting time of new approvers is over.
  const at = addSeconds(clock.now(), -2 * NEW_APPROVER_SECONDS);
  const passwordHash = await hashPassword(DEMO_PASSWORD, config.hashCosts.password);
  const totpSecret = seal(secrets.secondFactor, DEMO_TOTP_SECRET);
  await tx
    .insert(staff)
    .values(STAFF.map((person) => ({ ...person, passwordHash, totpSecret, invitedAt: at, activatedAt: at })));
}
