import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openFaultyLine } from '../support/db/faulty-line.ts';

/** An echo server behind the faulty line; `heard` lists what it received. */
async function openEcho() {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard.push(bytes.toString());
      socket.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const line = await openFaultyLine({ port, host: '127.0.0.1' });
  onTestFinished(async () => {
    await line.close();
    server.close();
  });
  return { line, port, heard };
}

type Caller = { socket: Socket; told(): string; ended: Promise<string> };

async function call(port: number): Promise<Caller> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString()));
  const ended = new Promise<string>((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('close', () => resolve('closed'));
  });
  onTestFinished(() => void socket.destroy());
  await Promise.race([once(socket, 'connect'), ended]);
  return { socket, told: () => text, ended };
}

test('a good line carries everything, and its end', async () => {
  const { line } = await openEcho();
  const { socket, told, ended } = await call(line.port);
  const much = 'x'.repeat(3_000_000);
  socket.write(much);
  await expect.poll(() => told().length).toBe(much.length);
  socket.end();
  expect(await ended).toBe('closed');
});

test('a silent one takes connections and holds back what is sent until it is healed', async () => {
  const { line, port, heard } = await openEcho();
  await line.begin({ kind: 'silence' });
  const { socket, told } = await call(line.port);
  await new Promise((sent) => socket.write('hello', sent));
  const direct = await call(port);
  for (const word of ['one', 'two', 'three']) {
    direct.socket.write(word);
    await expect.poll(() => heard.join()).toContain(word);
  }
  expect(heard).toEqual(['one', 'two', 'three']);
  await line.heal();
  await expect.poll(told).toBe('hello');
});

test('one that is silent in one direction lets the other through', async () => {
  const { line, heard } = await openEcho();
  const { socket, told } = await call(line.port);
  await line.begin({ kind: 'silence', direction: 'back' });
  socket.write('hello');
  await expect.poll(() => heard).toEqual(['hello']);
  expect(told()).toBe('');
  await line.heal();
  await expect.poll(told).toBe('hello');
});

test('a cut one is reset, and the next connection goes through', async () => {
  const { line } = await openEcho();
  const before = await call(line.port);
  await line.begin({ kind: 'cut', everyMs: 60_000 });
  expect(await before.ended).toBe('ECONNRESET');
  const after = await call(line.port);
  after.socket.write('hello');
  await expect.poll(after.told).toBe('hello');
});

test('one that is down refuses, and is there again at the same port', async () => {
  const { line } = await openEcho();
  await line.begin({ kind: 'down' });
  expect(await (await call(line.port)).ended).toBe('ECONNREFUSED');
  await line.heal();
  const { socket, told } = await call(line.port);
  socket.write('hello');
  await expect.poll(told).toBe('hello');
});

test('a slow one brings all in its order, late or in slices', async () => {
  const { line, heard } = await openEcho();
  const { socket, told } = await call(line.port);
  await line.begin({ kind: 'slices', bytes: 2, direction: 'there' });
  socket.write('hello');
  await expect.poll(told).toBe('hello');
  expect(heard.length).toBeGreaterThan(1);
  await line.begin({ kind: 'latency', ms: 50 });
  socket.write('1');
  socket.write('2');
  await expect.poll(told).toBe('hello12');
});
