import type { Handler } from 'hono';
import { toApiRequest } from '#contracts/call.ts';
import { getPhoto } from '#contracts/photo.ts';
import { tagOf } from '#domain/languages.ts';
import { readPhotoAddress } from '#domain/photo.ts';
import { refuse } from '#domain/refusals.ts';
import { answerRefusal } from '#server/api/answer-refusal.ts';
import type { Transport } from '#server/http/calls/transport.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import { answerOf } from './api-response.ts';

/** Sends no session: photos are public. */
export function photoRoute(transport: Transport): Handler<HttpEnv> {
  return async ({ env: { path, address, userAgent, requestId, language } }) => {
    const photo = readPhotoAddress(path);
    if (!photo) return answerRefusal(refuse('not_found'), language);
    const apiRequest = toApiRequest(getPhoto, { id: photo.id, size: String(photo.size) }, tagOf(language));
    const answer = answerOf(await transport(apiRequest, { address, userAgent, requestId }));
    if (answer.ok) answer.headers.set('etag', `"${photo.id}-${photo.size}"`);
    return answer;
  };
}
