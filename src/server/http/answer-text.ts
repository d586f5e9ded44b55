import { errorFields } from '#server/log.ts';
import type { House } from '#server/house.ts';
import type { TextAnswer } from './route.ts';

/** Text that leaves as it is made: however long it gets, only one piece of it is in memory. */
export function answerText(house: Pick<House, 'log'>, type: string, { fileName, pieces }: TextAnswer): Response {
  const source = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await source.next();
        if (isLeft) return;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        house.log('error', 'text', errorFields(error));
        // Whoever carries it on may repeat what it says.
        controller.error(new Error('the text broke off'));
      }
    },
    async cancel() {
      isLeft = true;
      await source.return?.();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  });
}
