import { randomBytes, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { eq } from 'drizzle-orm';
import { fault } from '#domain/field-faults.ts';
import type { Language } from '#domain/languages.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { translator } from '#i18n/translator.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { isDatabaseDown } from '#server/db/failures.ts';
import { spentChallenges } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit, countTries, LIMITS, returnTry, takeTry } from '#server/api/rate-limits.ts';
import { isMadeWithOne, mac } from '#server/base/secrets.ts';

type PassedCheck = { id: string; expiresAt: Date };

/** Forms per address with an easy check, by rate limit. */
const EASY = { signUpAddress: 10, linkAddress: 30, signInAddress: 100 } as const;
type CheckedForm = keyof typeof EASY;
const CHECKED_FORMS = Object.keys(EASY) as CheckedForm[];

/** Eight times the easy work, about ten seconds on a cheap phone. */
const MAX_LEVEL = 3;

/** Each level doubles the work and starts at twice as many forms per address. */
function levelAt(form: CheckedForm, count: number): number {
  return Math.min(MAX_LEVEL, Math.max(0, Math.ceil(Math.log2(count / EASY[form]))));
}

/** Only solved checks count against an address, once each: junk must not lock out everyone behind it. */
export async function verifyBotCheck(
  services: Services,
  caller: Caller,
  botCheck: string,
  form: CheckedForm,
): Promise<PassedCheck | Refused> {
  const who = addressKey(caller.address);
  const dot = botCheck.lastIndexOf('.');
  const isAnswer = dot > 0 && botCheck.includes('~');
  if (isAnswer) {
    const refused = await consumeRateLimit(services, 'questionAddress', who);
    if (refused) return refused;
  }
  const questionId = isAnswer ? readAnswer(services, botCheck.slice(0, dot), botCheck.slice(dot + 1)) : undefined;
  const solved = questionId
    ? { id: questionId, level: MAX_LEVEL }
    : isAnswer
      ? undefined
      : await readProof(services, botCheck);
  if (!solved) return botCheckFailed();
  const attempt = await takeTry(services, 'botCheck', solved.id);
  if (isRefused(attempt)) return botCheckFailed();
  const isFirst = attempt.left === LIMITS.botCheck.max - 1;
  const rateLimited = isFirst ? await consumeRateLimit(services, form, who) : undefined;
  if (rateLimited) {
    // The next use must count as the first one, or a retry would bypass the limit.
    await returnTry(services, 'botCheck', solved.id);
    return rateLimited;
  }
  const count = (await countTries(services, [form], who)).get(form) ?? 0;
  // One level less is accepted: other forms may have been sent since the check was made.
  if (solved.level < levelAt(form, count) - 1) return botCheckFailed();
  return { id: solved.id, expiresAt: addSeconds(services.clock.now(), CHALLENGE_SECONDS) };
}

export function botCheckFailed(): Refused {
  return refuse('bot_check_failed', { fields: { bot_check: [fault('bot_check_failed')] } });
}

/** `again`: the same form a second time (lost response, double tap). `spent`: another form. */
export async function spendBotCheck(
  tx: Db,
  services: Services,
  check: PassedCheck,
  form: string,
): Promise<'first' | 'again' | 'spent'> {
  // The form contains a password, so its hash is keyed.
  const { botChallenge } = services.secrets;
  const spentWith = (key: Buffer) => mac(key, 'spent on', form);
  const spentOn = spentWith(botChallenge[0]);
  const inserted = await tx
    .insert(spentChallenges)
    .values({ id: check.id, spentOn, expiresAt: check.expiresAt })
    .onConflictDoNothing()
    .returning();
  if (inserted.length > 0) return 'first';
  const [earlier] = await tx.select().from(spentChallenges).where(eq(spentChallenges.id, check.id));
  return earlier && isMadeWithOne(botChallenge, earlier.spentOn, spentWith) ? 'again' : 'spent';
}

/** Derivations of an easy check, about 80: 0.25 s on a laptop, 1 to 2 s on a cheap phone. */
const COUNTERS = { from: 40, below: 120 };

const CHALLENGE_SECONDS = 10 * 60;

export async function makeChallenge(services: Services, { address }: Caller): Promise<Record<string, unknown>> {
  const counts = await countTries(services, CHECKED_FORMS, addressKey(address)).catch((error: unknown) => {
    // Without a database no form is accepted either.
    if (isDatabaseDown(error)) return new Map<CheckedForm, number>();
    throw error;
  });
  const level = Math.max(0, ...[...counts].map(([form, count]) => levelAt(form, count + 1)));
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: services.config.hashCosts.botCheckRounds,
    counter: randomInt(COUNTERS.from << level, COUNTERS.below << level),
    data: { level },
    deriveKey,
    expiresAt: addSeconds(services.clock.now(), CHALLENGE_SECONDS),
    ...signing(services.secrets.botChallenge[0]),
  });
  return { ...challenge };
}

async function readProof(services: Services, proof: string): Promise<{ id: string; level: number } | undefined> {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
    const expiresAtMs = Number(challenge.parameters.expiresAt) * 1000;
    if (!(expiresAtMs > services.clock.now().getTime())) return undefined;
    for (const key of services.secrets.botChallenge) {
      const verdict = await verifySolution({ challenge, solution, deriveKey, ...signing(key) });
      if (verdict.invalidSignature === false && verdict.invalidSolution === false)
        return { id: `proof:${challenge.signature}`, level: Number(challenge.parameters.data?.level ?? 0) };
    }
    return undefined;
  } catch {
    return undefined;
  }
}

function signing(key: Buffer) {
  const secret = key.toString('hex');
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}:key` };
}

/** A sum in words for readers without JavaScript. The token contains a MAC, not the answer. */
export function makeQuestion(services: Services, language: Language): { token: string; words: string } {
  const t = translator(language);
  const [a, b] = [randomInt(1, 10), randomInt(1, 10)] as const;
  const expires = Math.floor(addSeconds(services.clock.now(), CHALLENGE_SECONDS).getTime() / 1000);
  const head = `${randomBytes(12).toString('base64url')}-${expires}`;
  return {
    token: `${head}~${seal(services.secrets.botQuestion[0], head, a + b).toString('base64url')}`,
    words: t('auth:bot.question', { a: t(`auth:bot.numbers.${digit(a)}`), b: t(`auth:bot.numbers.${digit(b)}`) }),
  };
}

function readAnswer(services: Services, token: string, answer: string): string | undefined {
  const match = /^([\w-]{16}-(\d{10}))~([\w-]{43})$/.exec(token);
  const [, head = '', expires = '', sealed = ''] = match ?? [];
  const number = readDigits(answer.trim());
  if (!match || Number.isNaN(number) || Number(expires) * 1000 <= services.clock.now().getTime()) return undefined;
  const proof = Buffer.from(sealed, 'base64url');
  const isRight =
    proof.toString('base64url') === sealed &&
    isMadeWithOne(services.secrets.botQuestion, proof, (key) => seal(key, head, number));
  return isRight ? `question:${head}` : undefined;
}

/** One or two digits in any script, e.g. from a Tamil or Hindi keyboard. */
function readDigits(text: string): number {
  if (!/^\p{Nd}{1,2}$/u.test(text)) return Number.NaN;
  return [...text].reduce((number, sign) => number * 10 + valueOf(sign.codePointAt(0) ?? 0), 0);
}

/** The ten digits of a script are consecutive code points. */
function valueOf(codePoint: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return value;
}

function seal(key: Buffer, head: string, answer: number): Buffer {
  return mac(key, head, String(answer));
}

type Digit = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

function digit(value: number): Digit {
  return String(value) as Digit;
}
