import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { createApp } from '#server/http/calls/app.ts';
import { createEvents, type Events } from '#server/members/events/index.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { apiOf, newAddress } from '../../../support/app/api.ts';
import { followEvents } from '../../../support/people/events.ts';
import { openFrontOf } from '../../../support/app/handler.ts';
import { createTestServices } from '../../../support/app/services.ts';

const { services, app } = await createTestServices();
const bearers = {
  anna: (await apiOf(app).signIn('anna')).access,
  ivan: (await apiOf(app).signIn('ivan')).access,
};
const anna = (await findByLogin(services.db, 'anna'))?.id ?? 0;
const notice = JSON.stringify({ kind: 'notices', members: [anna] });

type Options = Parameters<typeof createEvents>[1];

/** An API whose streams have these limits, and a function to open a stream. */
function openEvents(options: Options) {
  const events = createEvents(services, options);
  onTestFinished(() => events.stop());
  const api = createApp(services, events);
  const open = async (who: keyof typeof bearers = 'anna', address = newAddress()) =>
    api.fetch(
      new Request('http://atrium.internal/api/events/', { headers: { authorization: `Bearer ${bearers[who]}` } }),
      { address, userAgent: '', requestId: 'test' },
    );
  return { events, api, open };
}

const calm = { beatMs: 60_000, lifeMs: 60_000 };

test('a stream that says nothing shows that it lives, and ends after its time', async () => {
  const { open, events } = openEvents({ pace: { beatMs: 50, lifeMs: 2_000 } });
  const text = await (await open()).text();
  expect(text).toMatch(/^retry: \d+\n\n(: \n\n){4,}$/);
  expect(events.count()).toBe(0);
});

test('there are so many in all, and so many of one address', async () => {
  const { open } = openEvents({ pace: calm, limits: { all: 3, perAddress: 2, perMember: 100 } });
  const address = newAddress();
  expect((await open('anna', address)).status).toBe(200);
  expect((await open('ivan', address)).status).toBe(200);
  expect((await open('ivan', address)).status).toBe(429);
  expect((await open('ivan')).status).toBe(200);
  expect((await open('anna')).status).toBe(429);
});

test('who leaves is no longer counted, also before anything was said', async () => {
  const { open, events } = openEvents({ pace: calm });
  const stream = await open();
  expect(events.count()).toBe(1);
  await stream.body?.cancel();
  expect(events.count()).toBe(0);
});

test('what happens while nobody reads is said once, and who does not read at all is cut off', async () => {
  const { open, events } = openEvents({ pace: { beatMs: 300, lifeMs: 60_000 } });
  const stream = await open();
  for (let times = 0; times < 1_000; times += 1) {
    events.receive(notice);
    if (times % 100 === 0) await turn();
  }
  await expect.poll(() => events.count()).toBe(0);
  await expect(stream.text()).rejects.toThrow('too slow');
});

test('a browser that stops reading loses its line', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  const { api, events } = openEvents({ pace: { beatMs: 1_000, lifeMs: 60_000 } });
  const port = await openFrontOf(inProcess(api));
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write(`GET /api/events/ HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${bearers.anna}\r\n\r\n`);
  await expect.poll(() => events.count()).toBe(1);
  await flood(events);
  expect(events.count()).toBe(0);
  const reader = await followEvents(port, { headers: { authorization: `Bearer ${bearers.anna}` } });
  events.receive(notice);
  await expect.poll(reader.words).toEqual(['notices']);
  await closed(socket);
});

/** Sends more than the socket buffers of the system can hold. */
async function flood(events: Events): Promise<void> {
  const until = performance.now() + 40_000;
  while (events.count() > 0 && performance.now() < until) {
    events.receive(notice);
    await turn();
  }
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.resume().on('close', () => resolve()));
}

test('after the stop nobody gets in', async () => {
  const { open, events } = openEvents({ pace: calm });
  const stream = await open();
  events.stop();
  expect(await stream.text()).toMatch(/^retry: \d+\n\n$/);
  expect((await open()).status).toBe(503);
});

test('what can not be read is logged and harms nobody', async () => {
  const log = vi.fn();
  const events = createEvents({ ...services, log });
  events.receive('{');
  expect(log).toHaveBeenCalledWith('error', 'events', expect.anything());
});
