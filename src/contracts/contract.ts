import type * as z from 'zod/mini';
import type { EventKind } from '#domain/events.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import type { Ability } from '#domain/staff.ts';

/**
 * One call of the API: what goes in, what comes out, which refusals to expect. Words in braces in `path` are
 * taken from the input; the rest of it is the query of a GET and the JSON body of a POST, or its form where a file is sent.
 */
export type Contract<Input extends z.ZodMiniObject = z.ZodMiniObject, Output extends z.ZodMiniType = z.ZodMiniType> = {
  method: 'GET' | 'POST';
  path: `/api/${string}/` | `${typeof CONSOLE_API}${string}/`;
  summary: string;
  /**
   * `member` calls need a session, `staff` calls one of the console; `anyone` calls never look at one; `operator` calls
   * need a key, `node` calls a signature.
   */
  caller: 'anyone' | 'member' | 'staff' | 'operator' | 'node';
  /** What a member of staff must be able to do; without it, to be signed in is enough. */
  ability?: Ability;
  /** Moves money: the second factor must have been shown in the last minutes. */
  confirmed?: true;
  /** Open pages of the console ask it by themselves, so it keeps no session from ending. */
  polled?: true;
  /** The call must not happen twice: it carries a uid, and the same uid is answered the same and has its effect once. */
  uid?: 'required';
  /** The event that its success causes: an open page that made the call waits for it, and refreshes once. */
  changes?: EventKind;
  /**
   * May be answered from a copy of the database that is a moment behind. What the member wrote is in it, and a caller who
   * has heard of something newer asks with `Cache-Control: no-cache`.
   */
  mayLag?: true;
  /** The body may also be a form with files. It then has every field of the input; what it lacks is not left out but missing. */
  takes?: 'multipart/form-data';
  /** A file or a stream of events instead of JSON, sent as it is made; `output` then says what its bytes stand for. */
  answers?: FileType;
  input: Input;
  output: Output;
  success: 200 | 201 | 202;
  /** Beyond those that every call can give. */
  refusals: readonly RefusalCode[];
};

/** Under this are the calls of the console, which a member's session opens none of. */
export const CONSOLE_API = '/operator/api/';

/** What a call may answer with instead of JSON. */
export const FILE_TYPES = ['text/csv', 'text/event-stream', 'application/zip', 'image/webp'] as const;
type FileType = (typeof FILE_TYPES)[number];

export function contract<const C extends Contract>(definition: C): C {
  return definition;
}

export type InputOf<C extends Contract> = z.input<C['input']>;
export type OutputOf<C extends Contract> = z.output<C['output']>;
