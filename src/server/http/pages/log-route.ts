import type { Context, Handler } from 'hono';
import { toApiRequest } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { getLogCheckpoint, getLogEntries, getLogTile } from '#contracts/seals.ts';
import { tagOf } from '#domain/languages.ts';
import { refuse } from '#domain/refusals.ts';
import { LOG_PREFIX, readTileAddress } from '#domain/seal/log-address.ts';
import { TILE_NODES } from '#domain/seal/tiles.ts';
import { answerRefusal } from '#server/api/answer-refusal.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import type { Answer, Transport } from '#server/http/calls/transport.ts';
import { answerOf } from './api-response.ts';
import { readAnswer } from './gateway.ts';

const FULL = 'public, max-age=31536000, immutable';
/** A wider tile replaces it the next day. */
const PARTIAL = 'public, max-age=86400';

/** The public log at the addresses of C2SP tlog-tiles. Sends no session. */
export function logRoute(transport: Transport): Handler<HttpEnv> {
  return async (context) => {
    const { path, language } = context.env;
    if (path === `${LOG_PREFIX}/checkpoint`) return answerCheckpoint(context, transport);
    const tile = readTileAddress(path);
    if (!tile) return answerRefusal(refuse('not_found'), language);
    const { level } = tile;
    const [number, width] = [String(tile.number), String(tile.width)];
    const apiRequest =
      level === undefined
        ? toApiRequest(getLogEntries, { number, width }, tagOf(language))
        : toApiRequest(getLogTile, { level: String(level), number, width }, tagOf(language));
    const answer = answerOf(await send(context, transport, apiRequest));
    if (answer.ok) answer.headers.set('cache-control', tile.width === TILE_NODES ? FULL : PARTIAL);
    return answer;
  };
}

async function answerCheckpoint(context: Context<HttpEnv>, transport: Transport): Promise<Response> {
  const apiRequest = toApiRequest(getLogCheckpoint, {}, tagOf(context.env.language));
  const answer = await send(context, transport, apiRequest);
  if (answer.status !== 200) return answerOf(answer);
  const result = readAnswer<OutputOf<typeof getLogCheckpoint>>(answer);
  if (!result.success) return answerOf(answer);
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(result.data.checkpoint, { headers });
}

function send(
  { env }: Context<HttpEnv>,
  transport: Transport,
  apiRequest: ReturnType<typeof toApiRequest>,
): Promise<Answer> {
  const { address, userAgent, requestId } = env;
  return transport(apiRequest, { address, userAgent, requestId });
}
