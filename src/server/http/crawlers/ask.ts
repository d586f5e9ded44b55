import type { Context } from 'hono';
import { type Refusal, type Result, toApiRequest } from '#contracts/call.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import { readAnswer } from '../gateway.ts';
import type { Transport } from '../transport.ts';
import type { HttpEnv } from '../request-info.ts';

/** Asks the API on behalf of nobody. */
export type Ask = <C extends Contract>(contract: C, input: InputOf<C>) => Promise<Result<OutputOf<C>>>;

export function askingOver(transport: Transport): (context: Context<HttpEnv>) => Ask {
  return ({ env: { address, userAgent, requestId } }) =>
    async (contract, input) =>
      readAnswer(await transport(toApiRequest(contract, input, 'en'), { address, userAgent, requestId }));
}

/** The API's no, as a sentence. */
export function refused({ status, detail, retryAfterSeconds }: Refusal): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(detail, {
    status,
    headers: retryAfterSeconds === undefined ? headers : { ...headers, 'retry-after': String(retryAfterSeconds) },
  });
}
