import type { FieldErrors } from '../use-call-form.ts';

/** What the page was refused before it was rendered: at fields, or as a whole. */
export type Drawn = { errors?: FieldErrors | undefined; notice?: string | undefined };
