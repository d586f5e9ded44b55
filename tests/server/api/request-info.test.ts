import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { LIMITS } from '#server/api/rate-limits.ts';
import { visitorAddress } from '#server/api/request-info.ts';
import { jsonOf, visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';

const addressFrom = (forwarded: string | undefined, hops: number) =>
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
  ['1.1.1.1:4711', 1, '1.1.1.1'],
  ['[2001:db8::1]:443', 1, '2001:db8::1'],
  ['[2001:DB8:0::1]', 1, '2001:db8::1'],
  ['2001:DB8::0001', 1, '2001:db8::1'],
  ['::ffff:1.1.1.1', 1, '1.1.1.1'],
  ['::ffff:101:101', 1, '1.1.1.1'],
  ['[::ffff:1.1.1.1]:80', 1, '1.1.1.1'],
  ['fe80::1%eth0', 1, 'fe80::1'],
  ['unknown', 1, '10.0.0.9'],
  ['_hidden', 1, '10.0.0.9'],
  ['1.1.1', 1, '10.0.0.9'],
  ['0x01010101', 1, '10.0.0.9'],
  ['1.1.1.1:port', 1, '10.0.0.9'],
  ['2001:db8::1:443:x', 1, '10.0.0.9'],
])('of the claim %o behind %i trusted proxies, the visitor is %s', (forwarded, hops, address) => {
  expect(addressFrom(forwarded, hops)).toBe(address);
});

/** Requests with made-up links are counted per address. */
const ADDRESS = '/api/auth/activation/link/';
const form = jsonOf({ token: 'made-up' });
const { max } = LIMITS.mailedLinkAddress;

test('nobody gets more tries by claiming to come from elsewhere', async () => {
  const { port } = await openTestSite();
  const answers = await inSeries(max + 1, (turn) => {
    const claimed = `10.1.1.${turn}`;
    const claims = { 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` };
    return visit(port, ADDRESS, { ...form, headers: { ...form.headers, ...claims } });
  });
  expect(answers.map(({ status }) => status)).toEqual([...Array(max).fill(422), 429]);
});

test('nobody behind a proxy that writes ports gets more tries by a new port, nor by a new network of their site', async () => {
  const { port } = await openTestSite({ env: { TRUSTED_PROXY_HOPS: '1' } });
  const ask = (from: string) =>
    visit(port, ADDRESS, { ...form, headers: { ...form.headers, 'x-forwarded-for': from } });
  const byPort = await inSeries(max + 1, (turn) => ask(`192.0.2.7:${4_000 + turn}`));
  expect(byPort.map(({ status }) => status)).toEqual([...Array(max).fill(422), 429]);
  const byNetwork = await inSeries(max * 10 + 1, (turn) => ask(`[2001:db8:7:${turn.toString(16)}::1]:443`));
  expect(byNetwork.map(({ status }) => status)).toEqual([...Array(max * 10).fill(422), 429]);
  expect((await ask('2001:db8:8::1')).status).toBe(422);
});

async function inSeries<T>(count: number, work: (turn: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let turn = 0; turn < count; turn += 1) done.push(await work(turn));
  return done;
}
