import type { Refusal, Result } from './call.ts';

export type FieldErrors = Record<string, string[] | undefined>;

/** The refusal of a call that was made and turned down. */
export function refusalOf(result: Result<unknown> | undefined): Refusal | undefined {
  return result && !result.success ? result.error : undefined;
}

/** What is wrong at which field; a failed bot check stands at its own. */
export function errorsOf(refusal: Refusal | undefined): FieldErrors {
  if (refusal?.code === 'bot_check_failed') return { bot_check: [refusal.detail], ...refusal.fields };
  return refusal?.fields ?? {};
}

/** Whether the link from an e-mail is what was wrong, unreadable ones included. */
export function isLinkBroken(refusal: Refusal | undefined, code: Refusal['code']): boolean {
  return refusal?.code === code || Boolean(refusal?.fields?.['token']);
}
