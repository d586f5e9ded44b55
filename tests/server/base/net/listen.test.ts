import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '#server/base/net/listen.ts';
import { freePort } from '../../../support/free-port.ts';

const CROWD = 64;

test('visitors are counted, and waited for', async () => {
  const server = createServer((_, answer) => setImmediate(() => answer.end('here')));
  const port = await freePort();
  const listening = await listen(server, { host: '127.0.0.1', port });
  const crowd = Array.from({ length: CROWD }, () => connect(port, '127.0.0.1'));
  await expect.poll(() => listening.connections()).toBe(CROWD);
  const asked = crowd.map((socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
    return once(socket, 'data');
  });
  const stopped = listening.stop();
  for (const socket of crowd) socket.write('\r\n');
  for (const [bytes] of await Promise.all(asked)) expect(String(bytes)).toMatch(/^HTTP\/1\.1 200 /);
  await stopped;
  expect(await listening.connections()).toBe(0);
});
