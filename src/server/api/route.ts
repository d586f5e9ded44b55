import type * as z from 'zod/mini';
import type { Contract, OutputOf } from '#contracts/contract.ts';
import type { Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import type { Caller, MemberCaller, StaffCaller } from './caller.ts';

type CallerOf<C extends Contract> = C['caller'] extends 'member'
  ? MemberCaller
  : C['caller'] extends 'staff'
    ? StaffCaller
    : Caller;
type RouteResult<C extends Contract> = Promise<OutputOf<C> | Refused>;

export type Route<C extends Contract = Contract> = {
  contract: C;
  run: (input: z.output<C['input']>, caller: CallerOf<C>, tx: Db) => RouteResult<C>;
};

/** `db` may be the replica if the contract says `mayLag`. */
export function route<C extends Contract>(
  contract: C,
  run: (input: z.output<C['input']>, caller: CallerOf<C>, db: Db) => RouteResult<C>,
): Route {
  return { contract, run } as unknown as Route;
}

/** `run` works in the transaction that stores the answer. A refusal is an answer too and doesn’t roll back. */
export function idempotentRoute<C extends Contract & { uid: 'required'; caller: 'member' }>(
  contract: C,
  run: (tx: Db, input: z.output<C['input']>, caller: MemberCaller) => RouteResult<C>,
): Route {
  const runReordered: Route<C>['run'] = (input, caller, tx) => run(tx, input, caller as MemberCaller);
  return { contract, run: runReordered } as unknown as Route;
}

export function fileRoute<C extends Contract & { answers: string }>(
  contract: C,
  run: (input: z.output<C['input']>, caller: CallerOf<C>) => Promise<FileAnswer | Refused>,
): Route {
  return { contract, run } as unknown as Route;
}

export type FileAnswer = {
  /** Sent as a download with this name; without it, shown inline. */
  fileName?: string;
  pieces: AsyncIterable<string | Uint8Array>;
  /** Cached for a year by the browser only; shared caches would keep it after a removal. */
  isImmutable?: boolean;
  /** Aborts the response, even if the reader stalls. */
  breakOff?: AbortSignal;
};
