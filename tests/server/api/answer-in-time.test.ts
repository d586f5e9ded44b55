import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { toApiRequest } from '#contracts/call.ts';
import { getProfile } from '#contracts/profile.ts';
import { createApp } from '#server/http/calls/app.ts';
import { createEvents } from '#server/members/events/index.ts';
import { openGateway } from '#server/http/pages/gateway.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { createTestServices } from '../../support/app/services.ts';
import { apiOf } from '../../support/app/api.ts';
import { plainCookies } from '../../support/app/transport.ts';

const logged: string[] = [];
const { services, app } = await createTestServices({ log: (...line) => logged.push(JSON.stringify(line)) });
const { access } = await apiOf(app).signIn('anna');
const hurried = createApp(services, createEvents(services), 300);
const profile = toApiRequest(getProfile, {}, 'en');
const ofVisitor = () =>
  openGateway(
    inProcess(hurried),
    plainCookies({ access_token: access }),
    { address: '', userAgent: '', requestId: '' },
    'en',
  );

beforeEach(() => logged.splice(0));

/** Sessions can't be read until the work is done. */
function whileSessionsAreLocked<T>(work: () => Promise<T>): Promise<T> {
  return services.db.transaction(async (tx) => {
    await tx.execute(sql`lock table session_families in access exclusive mode`);
    return work();
  });
}

test('whoever waits for their session to be found is told in time as well', async () => {
  const { status } = await whileSessionsAreLocked(() => ofVisitor().send(profile));
  expect(status).toBe(503);
  expect(logged.join()).toContain('The answer did not come in time.');
});

test('the calls of one page share the time, and another visit has all of it', async () => {
  const visitor = ofVisitor();
  const statuses = [(await whileSessionsAreLocked(() => visitor.send(profile))).status];
  for (const one of [visitor, ofVisitor()]) statuses.push((await one.send(profile)).status);
  expect(statuses).toEqual([503, 503, 200]);
});
