import type { Services } from './services.ts';
import { type Counter, countedTry } from './counted-try.ts';
import { resetRateLimit } from './rate-limits.ts';

/** A known `browser` has its own count, so that strangers can’t use it up. `session` ends after its last wrong code. */
type CodeTry = { account: string; browser?: string | undefined; isRecoveryCode?: boolean; session?: string };

export function tryCode(services: Pick<Services, 'db' | 'clock'>, codeTry: CodeTry, check: () => Promise<boolean>) {
  return countedTry(services, countersOf(codeTry), check);
}

/** Short limit first. `codeDayAll` bounds the guesses of stolen sessions. */
function countersOf({ account, browser, isRecoveryCode = false, session }: CodeTry): Counter[] {
  const who = browser === undefined ? account : `${account}:${browser}`;
  const ofAll: Counter = { name: 'codeDayAll', who: account, keeps: true };
  if (session !== undefined) return [{ name: 'sessionCode', who: session }, ofAll];
  if (isRecoveryCode) return [{ name: 'recoveryCodeAccount', who }];
  return [{ name: 'codeAccount', who }, { name: 'codeDayAccount', who }, ofAll];
}

/** For owners who proved access to the mailbox. `codeDayAll` stays: a mailbox must not allow unlimited guesses. */
export async function forgetCodeTries(services: Pick<Services, 'db'>, account: string): Promise<void> {
  for (const name of ['codeAccount', 'codeDayAccount', 'recoveryCodeAccount'] as const)
    await resetRateLimit(services, name, account);
}
