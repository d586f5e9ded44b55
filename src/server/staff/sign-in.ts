import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type { signInStaff } from '#contracts/console/session.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { writeAudit } from '#server/audit/index.ts';
import { hashAnew, isPassword, nobodysHash } from '#server/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { Caller } from '#server/http/caller.ts';
import { addressKey, consumeRateLimit, resetRateLimit, textKey } from '#server/http/rate-limits.ts';
import { checkTotp } from '#server/second-factor/index.ts';
import { seal, unseal } from '#server/seal.ts';
import { actorOf } from './audited.ts';
import { openStaffSession } from './session.ts';

type Input = z.output<typeof signInStaff.input>;

/** All three are right, or the same is said: nobody learns which was wrong, nor who works here. */
export async function signInByPassword(
  services: Services,
  { email, password, code }: Input,
  caller: Caller,
): Promise<OutputOf<typeof signInStaff> | Refused> {
  const limited =
    (await consumeRateLimit(services, 'staffAddress', addressKey(caller.address))) ??
    (await consumeRateLimit(services, 'staffAccount', textKey(email)));
  if (limited) return limited;
  const [person] = await services.db.select().from(staff).where(eq(staff.email, email));
  const isRight = await isPassword(password, person?.passwordHash ?? nobodysHash(services.config.hashCosts.password));
  if (!isRight || !person || !hasAccess(person) || !(await takeCode(services.db, services, person, code))) {
    logRefused(services, person, caller);
    return refuse('staff_credentials');
  }
  await resetRateLimit(services, 'staffAccount', textKey(email));
  return openAudited(services, await renewHash(services, person, password), caller, 'code');
}

/** Keeps a right password at today's cost, and gives who has it now. One that is set meanwhile stays. */
async function renewHash({ db, config }: Services, person: Staff, password: string): Promise<Staff> {
  const { id, passwordHash } = person;
  const renewed = passwordHash && (await hashAnew(passwordHash, password, config.hashCosts.password));
  if (!renewed) return person;
  await db
    .update(staff)
    .set({ passwordHash: renewed })
    .where(and(eq(staff.id, id), eq(staff.passwordHash, passwordHash)));
  return { ...person, passwordHash: renewed };
}

/** Who tries is told nothing; whoever watches the log is. An e-mail that nobody here has may be a password typed too early. */
export function logRefused({ log }: Pick<Services, 'log'>, person: Staff | undefined, { requestId }: Caller): void {
  log('warn', 'console sign-in refused', { requestId, staff: person ? actorOf(person.id) : 'unknown' });
}

/**
 * A session and its entry in the log; `by` is the second factor that was shown. None is opened by a password that was
 * changed while it was looked at.
 */
export function openAudited(
  services: Services,
  person: Staff,
  caller: Caller,
  by: 'code' | 'passkey' | 'invitation',
): Promise<{ token: string } | Refused> {
  return services.transaction(async (tx) => {
    if (by === 'code' && !(await hasStillPassword(tx, person))) return refuse('staff_credentials');
    const opened = await openStaffSession(tx, services, person, caller);
    await writeAudit(tx, services, {
      actor: actorOf(person.id),
      action: 'staff sign-in',
      subject: `staff:${person.email}`,
      reason: '',
      after: { by },
      address: caller.address,
    });
    return opened;
  });
}

async function hasStillPassword(tx: Db, { id, passwordHash }: Staff): Promise<boolean> {
  const isSame = and(eq(staff.id, id), eq(staff.passwordHash, passwordHash ?? ''));
  return (await tx.select({ id: staff.id }).from(staff).where(isSame).for('share')).length > 0;
}

export function hasAccess({ activatedAt, disabledAt }: Staff): boolean {
  return activatedAt !== null && disabledAt === null;
}

/**
 * Whether it is a code of the person's app that was not taken before. It is taken by this, once, whoever comes with it.
 * The secret moves to the newest key, unless there has come another meanwhile.
 */
export async function takeCode(
  db: Db,
  { clock, secrets }: Pick<Services, 'clock' | 'secrets'>,
  person: Staff,
  code: string,
): Promise<boolean> {
  const secret = person.totpSecret && unseal(secrets.secondFactor, person.totpSecret);
  const step = secret ? checkTotp(secret, code, clock.now(), person.totpStep) : undefined;
  if (!secret || step === undefined) return false;
  const sealed = seal(secrets.secondFactor, secret);
  const isSame = eq(staff.totpSecret, person.totpSecret ?? sealed);
  const taken = await db
    .update(staff)
    .set({ totpStep: step, totpSecret: sql`case when ${isSame} then ${sealed} else ${staff.totpSecret} end` })
    .where(and(eq(staff.id, person.id), or(isNull(staff.totpStep), lt(staff.totpStep, step))))
    .returning({ id: staff.id });
  return taken.length > 0;
}
