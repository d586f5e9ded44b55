import type { FieldErrors } from '../use-call-form.ts';

/** The field that a page, as the server renders it, puts the focus on. */
export function firstWrong(errors: FieldErrors | undefined, names: readonly string[]): string | undefined {
  return names.find((name) => errors?.[name]?.length);
}
