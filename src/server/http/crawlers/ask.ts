import type { Context } from 'hono';
import { type Refusal, type Result, toApiRequest } from '#contracts/call.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import { getPhoto } from '#contracts/photo.ts';
import { readPhotoAddress } from '#domain/photo.ts';
import { readAnswer } from '#server/http/pages/gateway.ts';
import type { Transport } from '#server/http/calls/transport.ts';
import type { HttpEnv } from '#server/api/request-info.ts';

export type ApiCall = <C extends Contract>(contract: C, input: InputOf<C>) => Promise<Result<OutputOf<C>>>;

export function apiCallsOver(transport: Transport): (context: Context<HttpEnv>) => ApiCall {
  return ({ env: { address, userAgent, requestId } }) =>
    async (contract, input) =>
      readAnswer(await transport(toApiRequest(contract, input, 'en'), { address, userAgent, requestId }));
}

export function photosOver(
  transport: Transport,
): (context: Context<HttpEnv>, photo: string) => Promise<Buffer | undefined> {
  return async ({ env: { address, userAgent, requestId } }, photo) => {
    const { id = '', size } = readPhotoAddress(photo) ?? {};
    const apiRequest = toApiRequest(getPhoto, { id, size: String(size) }, 'en');
    const { status, stream } = await transport(apiRequest, { address, userAgent, requestId });
    return status === 200 && stream ? Buffer.from(await new Response(stream).arrayBuffer()) : undefined;
  };
}

export function refused({ status, detail, retryAfterSeconds }: Refusal): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(detail, {
    status,
    headers: retryAfterSeconds === undefined ? headers : { ...headers, 'retry-after': String(retryAfterSeconds) },
  });
}
