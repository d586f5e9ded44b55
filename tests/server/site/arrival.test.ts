import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { visitorAddress } from '#server/site/arrival.ts';
import { jsonOf, visit } from '../../support/http.ts';
import { openTestSite } from '../../support/site.ts';

const from = (forwarded: string | undefined, hops: number) =>
  visitorAddress(
    { socket: { remoteAddress: '10.0.0.9' }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
    hops,
  );

test.each([
  ['1.1.1.1', 0, '10.0.0.9'],
  [undefined, 1, '10.0.0.9'],
  ['2.2.2.2', 1, '2.2.2.2'],
  ['9.9.9.9, 2.2.2.2', 1, '2.2.2.2'],
  ['9.9.9.9,2.2.2.2 , 3.3.3.3', 2, '2.2.2.2'],
  ['3.3.3.3', 2, '10.0.0.9'],
  [' , ,', 1, '10.0.0.9'],
])('of the claim %o behind %i trusted proxies, the visitor is %s', (forwarded, hops, address) => {
  expect(from(forwarded, hops)).toBe(address);
});

test('nobody gets more tries by claiming to come from elsewhere', async () => {
  const { port } = await openTestSite();
  const form = jsonOf({ login: 'anna', password: 'Wrong-1-word', bot_check: 'none' });
  const statuses: number[] = [];
  for (let tries = 0; tries < 101; tries += 1) {
    const headers = {
      ...form.headers,
      'x-forwarded-for': `10.1.1.${tries}`,
      'x-real-ip': `10.1.1.${tries}`,
      forwarded: 'for=1.1.1.1',
    };
    const body = JSON.stringify({ ...JSON.parse(form.body), login: `name${tries}` });
    statuses.push((await visit(port, '/api/auth/sign-in/', { ...form, headers, body })).status);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.slice(0, 100)).toEqual(Array(100).fill(422));
});
