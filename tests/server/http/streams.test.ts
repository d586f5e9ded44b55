import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { answerFile } from '#server/api/answer-file.ts';
import { inProcess, overHttp, type Transport } from '#server/http/calls/transport.ts';
import { createHttpServer } from '#server/http/front/server.ts';
import { listenForTest, openFrontOf } from '../../support/app/handler.ts';
import { visit } from '../../support/app/http.ts';
import { silentLog } from '../../support/app/silent-log.ts';
import { jsonAnswer, playedTransport } from '../../support/app/transport.ts';

/** A busy machine may be slow. */
const PATIENT = { timeout: 10_000 };

/** An API with one long text whose pieces the test creates. */
function playedText() {
  const made: string[] = [];
  let isStopped = false;
  const waiting: ((piece: string | Error | undefined) => void)[] = [];
  async function* pieces() {
    try {
      for (;;) {
        const piece = await new Promise<string | Error | undefined>((resolve) => waiting.push(resolve));
        if (piece instanceof Error) throw piece;
        if (piece === undefined) return;
        made.push(piece);
        yield piece;
      }
    } finally {
      isStopped = true;
    }
  }
  const api = new Hono();
  api.get('/api/text/', () => answerFile({ log: silentLog }, 'text/csv', { fileName: 'text.csv', pieces: pieces() }));
  const make = async (piece: string | Error | undefined) => {
    await expect.poll(() => waiting.length, PATIENT).toBe(1);
    makeIfAsked(piece);
  };
  const makeIfAsked = (piece: string | Error | undefined) => waiting.shift()?.(piece);
  return { api, make, makeIfAsked, made, isStopped: () => isStopped };
}

function download(port: number): Promise<IncomingMessage> {
  const headers = { host: `localhost:${port}`, 'accept-encoding': 'br, gzip', connection: 'close' };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/api/text/', headers }, resolve).on('error', reject);
  });
}

/** The text that can be decompressed so far. */
function chunksOf(answer: IncomingMessage): () => string {
  let text = '';
  const reader = createGunzip().setEncoding('utf8');
  reader.on('data', (chunk: string) => (text += chunk));
  answer.on('error', () => {}).pipe(reader);
  return () => text;
}

const ways: [string, (api: Hono) => Promise<Transport>][] = [
  ['in Atrium', (api) => Promise.resolve(inProcess(api as never))],
  [
    'over http',
    async (api) =>
      overHttp(
        `http://127.0.0.1:${await listenForTest(createHttpServer(api.fetch as never, { trustedProxyHops: 0 }))}`,
      ),
  ],
];

test.each(ways)('%s the first bytes are with the reader before the last are made', async (_, transportTo) => {
  const text = playedText();
  const port = await openFrontOf(await transportTo(text.api));
  const answering = download(port);
  await text.make('first,');
  const answer = await answering;
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="text.csv"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
  });
  expect(answer.headers).not.toHaveProperty('content-length');
  const arrived = chunksOf(answer);
  await expect.poll(arrived, PATIENT).toBe('first,');
  expect(text.made).toEqual(['first,']);
  await text.make('last');
  await text.make(undefined);
  await expect.poll(arrived, PATIENT).toBe('first,last');
  await expect.poll(() => answer.complete, PATIENT).toBe(true);
});

test.each(ways)('%s nothing more is made once the reader has hung up', async (_, transportTo) => {
  const text = playedText();
  const port = await openFrontOf(await transportTo(text.api));
  const answering = download(port);
  await text.make('first');
  const answer = await answering;
  await expect.poll(chunksOf(answer), PATIENT).toBe('first');
  answer.destroy();
  await expect
    .poll(() => {
      text.makeIfAsked('more');
      return text.isStopped();
    }, PATIENT)
    .toBe(true);
});

test.each(ways)('%s a text that breaks off does not look whole, and does not say why', async (_, transportTo) => {
  const text = playedText();
  const port = await openFrontOf(await transportTo(text.api));
  const answering = download(port);
  await text.make('first');
  const answer = await answering;
  const arrived = chunksOf(answer);
  await expect.poll(arrived, PATIENT).toBe('first');
  await text.make(new Error('Failed query: select secret'));
  await expect(once(answer, 'end')).rejects.toThrow(/aborted/);
  expect(arrived()).toBe('first');
});

test('a link is answered in the language chosen here, a script’s call in the one it asks for', async () => {
  const transport = playedTransport(() => jsonAnswer(200));
  const port = await openFrontOf(transport);
  const headers = { 'accept-language': 'de', 'sec-fetch-mode': 'navigate' };
  const cookies = { lang: 'tamil' };
  await visit(port, '/api/finance/statement/', { headers, cookies });
  await visit(port, '/api/finance/statement/', { headers: { ...headers, 'sec-fetch-mode': 'cors' }, cookies });
  await visit(port, '/api/finance/statement/', { headers, cookies: { lang: 'klingon' } });
  expect(transport.sent.map((sent) => sent.headers['accept-language'])).toEqual(['ta', 'de', 'de']);
});
