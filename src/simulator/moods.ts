import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Book } from './book.ts';
import type { Mood } from './switches.ts';

type Handler = MiddlewareHandler<{ Bindings: HttpBindings }>;

/** Stands before the contract and spoils its answers as the switches say. */
export function moods(book: Book): Handler {
  return (context, next) => ways[book.switches().mood](book)(context, next);
}

const ELSEWHERE = 'http://127.0.0.1:9/elsewhere';

const ways: Record<Mood, (book: Book) => Handler> = {
  well: () => (_, next) => next(),
  slow: (book) => async (_, next) => {
    await delay(book.switches().delayMs);
    await next();
  },
  down: () => (context) => Promise.resolve(context.json({ error: 'down' }, 503)),
  redirect: () => (context) => Promise.resolve(context.redirect(ELSEWHERE, 307)),
  silent: () => async (context, next) => {
    await next();
    context.env.incoming.socket.destroy();
  },
  nonsense: () => async (context, next) => {
    await next();
    context.res = new Response('<h1>All is well</h1>', { headers: { 'content-type': 'application/json' } });
  },
  gigabyte: () => async (context, next) => {
    await next();
    context.res = new Response(gigabyte(), { headers: { 'content-type': 'application/json' } });
  },
};

function gigabyte(): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(2 ** 16).fill(32);
  let left = 2 ** 14;
  return new ReadableStream({
    pull(controller) {
      left -= 1;
      controller.enqueue(piece);
      if (left === 0) controller.close();
    },
  });
}
