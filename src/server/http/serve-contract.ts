import type { Context } from 'hono';
import { acceptedLanguage } from '#domain/languages.ts';
import { isRefused, refuse } from '#domain/refusals.ts';
import { readSession } from '#server/auth/index.ts';
import type { House } from '#server/house.ts';
import { answerRefusal } from './answer-refusal.ts';
import type { Caller, Connection, MemberCaller } from './caller.ts';
import { readInput } from './read-input.ts';
import type { Route } from './route.ts';

export type ApiEnv = { Bindings: Connection };

/** Gates, one call, a presenter: the contract's session and input first, its output schema last. */
export async function serveContract(
  house: House,
  { contract, run }: Route,
  context: Context<ApiEnv>,
): Promise<Response> {
  const { address, requestId } = context.env;
  const language = acceptedLanguage(context.req.header('accept-language'));
  const caller: Caller = { address, language, requestId };

  const session =
    contract.caller === 'member' ? await readSession(house, context.req.header('authorization')) : undefined;
  if (contract.caller === 'member' && !session) return answerRefusal(refuse('no_session'), language);

  const read = await readInput(contract, context.req.raw, context.req.param());
  if ('refused' in read) return answerRefusal(read, language);

  const result = await run(read.input, (session ? { ...caller, session } : caller) as MemberCaller);
  if (isRefused(result)) return answerRefusal(result, language);
  return Response.json(contract.output.parse(result), {
    status: contract.success,
    headers: { 'cache-control': 'no-store' },
  });
}
