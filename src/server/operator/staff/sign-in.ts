import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type { signInStaff } from '#contracts/console/session.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { writeAudit } from '#server/audit/index.ts';
import {
  botCheckFailed,
  hashAnew,
  isPassword,
  knownDevice,
  makeDummyHash,
  rememberAccount,
  spendBotCheck,
  verifyBotCheck,
} from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { tryCode } from '#server/api/code-tries.ts';
import { type Counter, countedTry } from '#server/api/counted-try.ts';
import { addressKey, consumeRateLimit, textKey } from '#server/api/rate-limits.ts';
import { checkTotp } from '#server/api/second-factor/index.ts';
import { seal, unseal } from '#server/base/seal.ts';
import { actorOf } from './audited.ts';
import { recordFailure } from './failures.ts';
import { openStaffSession } from './session.ts';

type Input = z.output<typeof signInStaff.input>;
type SignInResult = OutputOf<typeof signInStaff>;

/** One refusal for all cases: it doesn't reveal the wrong part or who works here. */
export async function signInByPassword(
  services: Services,
  input: Input,
  caller: Caller,
): Promise<SignInResult | Refused> {
  const { email, password, code, device } = input;
  const [person] = await services.db.select().from(staff).where(eq(staff.email, email));
  const browser = person && knownDevice(services, device, accountOf(person));
  const refusal = browser ? undefined : await checkStranger(services, input, caller);
  if (refusal) return refusal;
  const dummyHash = makeDummyHash(services.config.hashCosts.password);
  const passwordAttempt = await countedTry(services, countersFor(email, browser, caller), () =>
    isPassword(password, person?.passwordHash ?? dummyHash),
  );
  if (isRefused(passwordAttempt)) return passwordAttempt;
  const { isRight, isLast } = passwordAttempt;
  if (!isRight || !person || !hasAccess(person)) {
    await recordFailure(services, person, caller, { wrong: isRight ? 'access' : 'password', isLast });
    return refuse('staff_credentials');
  }
  const codeAttempt = await tryCode(services, { account: `staff:${person.id}`, browser }, () =>
    takeCode(services.db, services, person, code),
  );
  if (isRefused(codeAttempt)) return codeAttempt;
  if (!codeAttempt.isRight) {
    await recordFailure(services, person, caller, { wrong: 'code', isLast: codeAttempt.isLast });
    return refuse('staff_credentials');
  }
  return openAudited(services, await renewHash(services, person, password), { ...caller, device }, 'code');
}

/** Unknown browsers are limited by address and need a bot check for each try. */
async function checkStranger(
  services: Services,
  { email, password, code, bot_check: solution = '' }: Input,
  caller: Caller,
): Promise<Refused | undefined> {
  const limited = await consumeRateLimit(services, 'staffAddress', addressKey(caller.address));
  if (limited) return limited;
  const check = await verifyBotCheck(services, caller, solution, 'signInAddress');
  if (isRefused(check)) return check;
  const form = `console sign-in ${email} ${password} ${code}`;
  return (await spendBotCheck(services.db, services, check, form)) === 'spent' ? botCheckFailed() : undefined;
}

/** One address can't exhaust an account's tries; nobody else can exhaust a known browser's. */
function countersFor(email: string, browser: string | undefined, { address }: Caller): Counter[] {
  if (browser !== undefined) return [{ name: 'staffDevice', who: browser }];
  const who = textKey(email);
  return [
    { name: 'staffFrom', who: `${who}:${addressKey(address)}` },
    { name: 'staffLogin', who },
  ];
}

/** The account as known browsers store it; a new invitation changes it. */
function accountOf({ id, activatedAt }: Pick<Staff, 'id' | 'activatedAt'>): string {
  return `staff:${id} since ${activatedAt?.getTime() ?? 0}`;
}

/** Rehashes at today's cost. A password changed since then stays. */
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

/** Writes the audit entry too. Refuses if the password changed after it was checked. */
export function openAudited(
  services: Services,
  person: Staff,
  caller: Caller & { device?: string | undefined },
  by: 'code' | 'passkey' | 'invitation',
): Promise<SignInResult | Refused> {
  return services.transaction(async (tx) => {
    if (by === 'code' && !(await hasStillPassword(tx, person))) return refuse('staff_credentials');
    const session = await openStaffSession(tx, services, person, caller);
    await writeAudit(tx, services, {
      actor: actorOf(person.id),
      action: 'staff sign-in',
      subject: `staff:${person.email}`,
      reason: '',
      after: { by },
      address: caller.address,
    });
    return { ...session, device: rememberAccount(services, caller.device, accountOf(person)) };
  });
}

async function hasStillPassword(tx: Db, { id, passwordHash }: Staff): Promise<boolean> {
  const isSame = and(eq(staff.id, id), eq(staff.passwordHash, passwordHash ?? ''));
  return (await tx.select({ id: staff.id }).from(staff).where(isSame).for('share')).length > 0;
}

export function hasAccess({ activatedAt, disabledAt }: Staff): boolean {
  return activatedAt !== null && disabledAt === null;
}

/** Accepts each code once. Reseals the secret with the newest key, unless it was replaced since. */
export async function takeCode(
  db: Db,
  { clock, secrets }: Pick<Services, 'clock' | 'secrets'>,
  person: Staff,
  code: string,
): Promise<boolean> {
  const secret = person.totpSecret && unseal(secrets.secondFactor, person.totpSecret);
  const step = secret ? checkTotp(secret, code, clock.now(), person.totpStep) : undefined;
  if (!secret || step === undefined) return false;
  const sealedSecret = seal(secrets.secondFactor, secret);
  const isSame = eq(staff.totpSecret, person.totpSecret ?? sealedSecret);
  const updated = await db
    .update(staff)
    .set({ totpStep: step, totpSecret: sql`case when ${isSame} then ${sealedSecret} else ${staff.totpSecret} end` })
    .where(and(eq(staff.id, person.id), or(isNull(staff.totpStep), lt(staff.totpStep, step))))
    .returning({ id: staff.id });
  return updated.length > 0;
}
