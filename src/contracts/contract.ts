import type * as z from 'zod/mini';
import type { EventKind } from '#domain/events.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import type { Ability } from '#domain/staff.ts';

/** Words in braces in `path` come from the input; the rest is the query, the JSON body or the form. */
export type Contract<Input extends z.ZodMiniObject = z.ZodMiniObject, Output extends z.ZodMiniType = z.ZodMiniType> = {
  method: 'GET' | 'POST';
  path: `/api/${string}/` | `${typeof CONSOLE_API}${string}/`;
  summary: string;
  /** `member` and `staff` need a session, `operator` a key, `node` a signature; `anyone` ignores sessions. */
  caller: 'anyone' | 'member' | 'staff' | 'operator' | 'node';
  ability?: Ability;
  /** Needs the second factor within `STAFF_CONFIRMED_SECONDS`. */
  confirmed?: true;
  /** Open pages call it on a timer, so it does not extend the session. */
  polled?: true;
  /** Idempotency key: the same uid gets the same response and has its effect once. */
  uid?: 'required';
  /** Event caused by success; the calling page waits for it and refreshes once. */
  changes?: EventKind;
  /** May read a replica, with the member's own writes; `Cache-Control: no-cache` reads the primary. */
  mayLag?: true;
  /** Also accepts a form with files. It must have every field; absent ones are null, not undefined. */
  takes?: 'multipart/form-data';
  /** A file or event stream instead of JSON; `output` then types its content. */
  answers?: FileType;
  input: Input;
  output: Output;
  success: 200 | 201 | 202;
  /** Besides the common refusals. */
  refusals: readonly RefusalCode[];
};

/** Prefix of console calls; a member's session opens none of them. */
export const CONSOLE_API = '/operator/api/';

export const FILE_TYPES = [
  'text/csv',
  'text/plain',
  'text/event-stream',
  'application/zip',
  'application/schema+json',
  'application/octet-stream',
  'image/webp',
] as const;
type FileType = (typeof FILE_TYPES)[number];

export function contract<const C extends Contract>(definition: C): C {
  return definition;
}

export type InputOf<C extends Contract> = z.input<C['input']>;
export type OutputOf<C extends Contract> = z.output<C['output']>;
