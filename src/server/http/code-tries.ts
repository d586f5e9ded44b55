import { isRefused, type Refused } from '#domain/refusals.ts';
import type { Services } from '#server/services.ts';
import { type LimitName, resetRateLimit, returnTry, takeTry } from './rate-limits.ts';

/**
 * An account whose code is typed. `browser` is one that the account knows: its tries are counted apart, so that
 * strangers can't use them up. A recovery code is too long to be guessed, so it has no limit of a day.
 */
export type CodeTry = { account: string; browser?: string | undefined; isRecoveryCode?: boolean };

type Looked = { isRight: boolean; isLast: boolean };

/**
 * Looks at a code unless too many were wrong. Only codes that were looked at count, also when many come at once. `isLast`
 * is true once, for the wrong code after which the account has to wait.
 */
export async function tryCode(
  services: Pick<Services, 'db' | 'clock'>,
  of: CodeTry,
  look: () => Promise<boolean>,
): Promise<Looked | Refused> {
  const counters = countersOf(of);
  const taken: Counter[] = [];
  let left = 0;
  for (const counter of counters) {
    const took = await takeTry(services, ...counter);
    if (isRefused(took)) {
      for (const before of taken) await returnTry(services, ...before);
      return took;
    }
    if (taken.length === 0) left = took.left;
    taken.push(counter);
  }
  if (!(await look())) return { isRight: false, isLast: left === 0 };
  for (const [name, who] of counters) {
    if (name === 'codeDayAll') await returnTry(services, name, who);
    else await resetRateLimit(services, name, who);
  }
  return { isRight: true, isLast: false };
}

type Counter = [LimitName, string];

/** The short limit first. All browsers together have a ceiling, which bounds what stolen sessions can guess. */
function countersOf({ account, browser, isRecoveryCode = false }: CodeTry): Counter[] {
  const who = browser === undefined ? account : `${account}:${browser}`;
  if (isRecoveryCode) return [['recoveryCodeAccount', who]];
  return [
    ['codeAccount', who],
    ['codeDayAccount', who],
    ['codeDayAll', account],
  ];
}

/** For an owner who has shown the mailbox. The ceiling stays: a mailbox must not buy unlimited guesses. */
export async function forgetCodeTries(services: Pick<Services, 'db'>, account: string): Promise<void> {
  for (const name of ['codeAccount', 'codeDayAccount', 'recoveryCodeAccount'] as const)
    await resetRateLimit(services, name, account);
}
