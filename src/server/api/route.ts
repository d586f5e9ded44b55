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
type Answered<C extends Contract> = Promise<OutputOf<C> | Refused>;

/** A contract and the use case that keeps it. */
export type Route<C extends Contract = Contract> = {
  contract: C;
  run: (input: z.output<C['input']>, caller: CallerOf<C>, tx: Db) => Answered<C>;
};

/** `db` is for the reads of a contract that says `mayLag`: it may be the replica. All else goes to the services' own. */
export function route<C extends Contract>(
  contract: C,
  run: (input: z.output<C['input']>, caller: CallerOf<C>, db: Db) => Answered<C>,
): Route {
  return { contract, run } as unknown as Route;
}

/**
 * For contracts that need a uid: the use case works in the transaction that keeps its answer. What it refuses is
 * kept too, so before it says no it must have written only what shall stay.
 */
export function idempotentRoute<C extends Contract & { uid: 'required'; caller: 'member' }>(
  contract: C,
  run: (tx: Db, input: z.output<C['input']>, caller: MemberCaller) => Answered<C>,
): Route {
  const inOrder: Route<C>['run'] = (input, caller, tx) => run(tx, input, caller as MemberCaller);
  return { contract, run: inOrder } as unknown as Route;
}

/** For contracts that answer with a file, a piece at a time. */
export function fileRoute<C extends Contract & { answers: string }>(
  contract: C,
  run: (input: z.output<C['input']>, caller: CallerOf<C>) => Promise<FileAnswer | Refused>,
): Route {
  return { contract, run } as unknown as Route;
}

export type FileAnswer = {
  /** What it is saved as; without a name it is shown. */
  fileName?: string;
  pieces: AsyncIterable<string | Uint8Array>;
  /** That an address will never answer with anything else: its reader's browser keeps it, and no cache of others, where it would outlive its removal. */
  isImmutable?: boolean;
  /** Breaks it off, also while nobody takes what has been made. */
  breakOff?: AbortSignal;
};
