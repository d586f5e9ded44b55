import type { Refusal } from '#contracts/call.ts';
import { errorsOf, type FieldErrors } from '#contracts/refused.ts';

/** What a form is rendered with after a refusal: what is wrong at its fields, or what is wrong with it as a whole. */
export function drawnOf(refusal: Refusal | undefined): { errors: FieldErrors; notice: string | undefined } {
  const errors = errorsOf(refusal);
  const isAtFields = Object.values(errors).some((found) => found?.length);
  return { errors, notice: isAtFields ? undefined : refusal?.detail };
}
