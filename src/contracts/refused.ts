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

/** What a form is rendered with after a refusal: what is wrong at its fields, or what is wrong with it as a whole. */
export function renderedOf(refusal: Refusal | undefined): { errors: FieldErrors; notice: string | undefined } {
  const errors = errorsOf(refusal);
  const isAtFields = Object.values(errors).some((found) => found?.length);
  return { errors, notice: isAtFields ? undefined : refusal?.detail };
}

/** Whether the link from an e-mail is what was wrong, unreadable ones included. */
export function isLinkBroken(refusal: Refusal | undefined, code: Refusal['code']): boolean {
  return refusal?.code === code || Boolean(refusal?.fields?.['token']);
}
