import type { Refusal, Result } from './call.ts';

export type FieldErrors = Record<string, string[] | undefined>;

export function refusalOf(result: Result<unknown> | undefined): Refusal | undefined {
  return result && !result.success ? result.error : undefined;
}

export function errorsOf(refusal: Refusal | undefined): FieldErrors {
  if (refusal?.code === 'bot_check_failed') return { bot_check: [refusal.detail], ...refusal.fields };
  return refusal?.fields ?? {};
}

export function renderedOf(refusal: Refusal | undefined): { errors: FieldErrors; notice: string | undefined } {
  const errors = errorsOf(refusal);
  const isAtFields = Object.values(errors).some((found) => found?.length);
  return { errors, notice: isAtFields ? undefined : refusal?.detail };
}

/** True also for unreadable tokens. */
export function isLinkBroken(refusal: Refusal | undefined, code: Refusal['code']): boolean {
  return refusal?.code === code || Boolean(refusal?.fields?.['token']);
}
