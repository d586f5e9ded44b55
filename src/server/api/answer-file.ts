import { errorFields } from '#server/base/log.ts';
import type { Services } from './services.ts';
import type { FileAnswer } from './route.ts';

/** For event streams: Chromium disables the back/forward cache for pages that got `no-store`. */
const EVENTS = 'private, no-cache';

export function answerFile(
  services: Pick<Services, 'log'>,
  type: string,
  { fileName, pieces, isImmutable, breakOff }: FileAnswer,
): Response {
  const cacheControl = type === 'text/event-stream' ? EVENTS : 'no-store';
  const source = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      breakOff?.addEventListener('abort', () => controller.error(new Error('the reader was too slow')));
    },
    async pull(controller) {
      try {
        const { done, value } = await source.next();
        if (isCancelled) return;
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      } catch (error) {
        services.log('error', 'file', errorFields(error));
        // The error itself could end up in the response.
        controller.error(new Error('the file broke off'));
      }
    },
    async cancel() {
      isCancelled = true;
      await source.return?.();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      ...(fileName && { 'content-disposition': `attachment; filename="${fileName}"` }),
      'cache-control': isImmutable ? 'private, max-age=31536000, immutable' : cacheControl,
    },
  });
}
