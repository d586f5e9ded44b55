import type * as z from 'zod/mini';
import type { Contract, OutputOf } from '#contracts/contract.ts';
import type { Refused } from '#domain/refusals.ts';
import type { Caller, MemberCaller } from './caller.ts';

type CallerOf<C extends Contract> = C['caller'] extends 'member' ? MemberCaller : Caller;

/** A contract and the use case that keeps it. */
export type Route<C extends Contract = Contract> = {
  contract: C;
  run: (input: z.output<C['input']>, caller: CallerOf<C>) => Promise<OutputOf<C> | Refused>;
};

export function route<C extends Contract>(contract: C, run: Route<C>['run']): Route {
  return { contract, run } as unknown as Route;
}
