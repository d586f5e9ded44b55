import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { overHttp } from '#server/http/calls/transport.ts';
import { greetNode } from '#server/node/index.ts';

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that redirects to another one, and the requests that the other received. */
async function leadingAstray(status: number) {
  const heard: string[] = [];
  const there = await listening(({ url = '' }, response) => {
    heard.push(url);
    response.end('{}');
  });
  const url = await listening((_, response) => response.writeHead(status, { location: `${there}/stolen` }).end());
  return { url, heard };
}

const from = { address: '192.0.2.1', userAgent: '', requestId: 'test' };
const call = {
  method: 'POST',
  path: '/api/auth/sign-in/',
  headers: { authorization: 'Bearer x' },
  body: '{}',
} as const;

test.each([301, 302, 307, 308])('an API that answers %i is not followed to where it points', async (status) => {
  const { url, heard } = await leadingAstray(status);
  await expect(overHttp(url)(call, from)).rejects.toThrow('fetch failed');
  expect(heard).toEqual([]);
});

test.each([302, 307])(
  'a node that is greeted with its secret and answers %i is not followed either',
  async (status) => {
    const { url, heard } = await leadingAstray(status);
    expect(await greetNode({ url, secret: 'x'.repeat(32) })).toMatchObject({ isNode: false, status });
    expect(heard).toEqual([]);
  },
);
