import type { Services } from './services.ts';
import { type Counter, countedTry } from './counted-try.ts';
import { resetRateLimit } from './rate-limits.ts';

/**
 * An account whose code is typed. `browser` is one that the account knows: its tries are counted apart, so that
 * strangers can't use them up. A recovery code is too long to be guessed, so it has no limit of a day. `session` is one
 * that ends after its last wrong code.
 */
type CodeTry = { account: string; browser?: string | undefined; isRecoveryCode?: boolean; session?: string };

/** Looks at a code unless too many were wrong. */
export function tryCode(services: Pick<Services, 'db' | 'clock'>, of: CodeTry, look: () => Promise<boolean>) {
  return countedTry(services, countersOf(of), look);
}

/** The short limit first. All browsers together have a ceiling, which bounds what stolen sessions can guess. */
function countersOf({ account, browser, isRecoveryCode = false, session }: CodeTry): Counter[] {
  const who = browser === undefined ? account : `${account}:${browser}`;
  const ofAll: Counter = { name: 'codeDayAll', who: account, keeps: true };
  if (session !== undefined) return [{ name: 'sessionCode', who: session }, ofAll];
  if (isRecoveryCode) return [{ name: 'recoveryCodeAccount', who }];
  return [{ name: 'codeAccount', who }, { name: 'codeDayAccount', who }, ofAll];
}

/** For an owner who has shown the mailbox. The ceiling stays: a mailbox must not buy unlimited guesses. */
export async function forgetCodeTries(services: Pick<Services, 'db'>, account: string): Promise<void> {
  for (const name of ['codeAccount', 'codeDayAccount', 'recoveryCodeAccount'] as const)
    await resetRateLimit(services, name, account);
}
