import type { APIRoute } from 'astro';
import { listSeals } from '#contracts/seals.ts';
import { sealFeed } from '#components/seals/seal-feed.ts';

export const GET: APIRoute = async ({ locals }) => {
  const answer = await locals.call(listSeals, {});
  if (!answer.success) {
    const { status, retryAfterSeconds } = answer.error;
    const headers = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {};
    return new Response(null, { status, headers });
  }
  locals.pageContext.publish({});
  return new Response(sealFeed(answer.data.items, locals), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  });
};
