import { expect, test } from 'vitest';
import { noNode, NODE_SECRET } from '../../support/world/node.ts';
import { payoutOrder } from '../../support/world/orders.ts';
import { nodeSaying as saying, nodeThat } from '../../support/processes/played-node.ts';

const order = payoutOrder();
const unknown = { state: 'unknown', because: expect.any(String) };

test('the order goes out as JSON below the address that is set, with the secret', async () => {
  let sent = '';
  const { node, heard } = await nodeThat((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => (sent += text));
    request.on('end', () => response.end(JSON.stringify({ ...order, state: 'accepted' })));
  });
  expect(await node.createPayout(order)).toEqual({ state: 'accepted' });
  expect(heard[0]).toMatchObject({ method: 'POST', url: '/base/v1/payouts' });
  expect(heard[0]?.headers).toMatchObject({
    authorization: `Bearer ${NODE_SECRET}`,
    'content-type': 'application/json',
  });
  expect(JSON.parse(sent)).toEqual(order);
  await node.readPayout(order);
  expect(heard[1]).toMatchObject({ method: 'GET', url: `/base/v1/payouts/${order.id}` });
});

test.each([
  ['sent', { ...order, state: 'sent', chain_id: 'abc' }, { state: 'sent', chainId: 'abc' }],
  ['failed', { ...order, state: 'failed', reason: 'network' }, { state: 'failed', reason: 'network' }],
  [
    'failed for a reason of tomorrow',
    { ...order, state: 'failed', reason: 'moon' },
    { state: 'failed', reason: 'other' },
  ],
  ['a word more than we know', { ...order, state: 'accepted', queue: 3 }, { state: 'accepted' }],
])('%s is understood', async (_, body, outcome) => {
  const { node } = await saying(200, body);
  expect(await node.createPayout(order)).toEqual(outcome);
  expect(await node.readPayout(order)).toEqual(outcome);
});

test('a refusal is understood, and so is an absence, when they are said in the words of the contract', async () => {
  const refusing = await saying(422, { id: order.id, refused: 'destination' });
  expect(await refusing.node.createPayout(order)).toEqual({ state: 'refused', reason: 'destination' });
  const empty = await saying(404, { id: order.id, absent: true });
  expect(await empty.node.readPayout(order)).toEqual({ state: 'absent' });
});

test.each<[string, number, unknown]>([
  ['sent without the name of the payment', 200, { ...order, state: 'sent' }],
  ['a state nobody knows', 200, { ...order, state: 'done', chain_id: 'x' }],
  ['somebody else’s payout', 200, { ...payoutOrder(), state: 'sent', chain_id: 'x' }],
  ['another amount', 200, { ...order, amount: '12.51', state: 'sent', chain_id: 'x' }],
  ['another destination', 200, { ...order, destination: 'TXYZ', state: 'failed', reason: 'rejected' }],
  ['nothing', 200, null],
  ['a list', 200, [{ ...order, state: 'failed', reason: 'rejected' }]],
  ['a payout with the status of an error', 500, { ...order, state: 'failed', reason: 'rejected' }],
  ['a proxy’s own 422', 422, { message: 'Unprocessable' }],
  ['a proxy’s own 404', 404, { message: 'Not Found' }],
  ['the absence of another', 404, { id: payoutOrder().id, absent: true }],
  ['the refusal of another', 422, { id: payoutOrder().id, refused: 'rejected' }],
  ['a refusal without a reason', 422, { id: order.id }],
  ['a failure without a reason', 200, { ...order, state: 'failed' }],
  ['a wrong secret', 401, { error: 'x' }],
  ['an id in use', 409, { error: 'x' }],
  ['too many', 429, { error: 'x' }],
  ['a dependency down', 503, { id: order.id, refused: 'other' }],
])('%s leaves it unknown', async (_, status, body) => {
  const { node } = await saying(status, body);
  expect(await node.createPayout(order)).toEqual(unknown);
  expect(await node.readPayout(order)).toEqual(unknown);
});

test('what is no JSON, or not even HTTP, leaves it unknown', async () => {
  const nonsense = await nodeThat((_, response) => response.end('<h1>All is well</h1>'));
  expect(await nonsense.node.createPayout(order)).toEqual(unknown);
  const quoting = await nodeThat((_, response) => response.end(`${order.destination} is not known`));
  expect(await quoting.node.createPayout(order)).toEqual({ state: 'unknown', because: 'an answer that is no JSON' });
  const garbage = await nodeThat((request) => request.socket.end('hello\r\n\r\n'));
  expect(await garbage.node.createPayout(order)).toEqual(unknown);
  const half = await nodeThat((request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{');
    request.socket.end();
  });
  expect(await half.node.createPayout(order)).toEqual(unknown);
});

test('nobody there, or a line that is cut, leaves it unknown', async () => {
  expect(await noNode().createPayout(order)).toEqual({
    state: 'unknown',
    because: expect.stringMatching(/fetch failed/),
  });
  const cut = await nodeThat((request) => request.socket.destroy());
  expect(await cut.node.createPayout(order)).toEqual(unknown);
});

test.each([301, 302, 307, 308])(
  'a redirect with %i is not followed, and the secret goes nowhere else',
  async (status) => {
    const other = await saying(200, { ...order, state: 'failed', reason: 'rejected' });
    const location = await new Promise<string>((resolve) => {
      void other.node.readPayout(order).then(() => resolve(`http://${other.heard[0]?.headers.host}/`));
    });
    other.heard.length = 0;
    const { node } = await saying(status, {}, { location });
    expect(await node.createPayout(order)).toEqual(unknown);
    expect(await node.readPayout(order)).toEqual(unknown);
    expect(other.heard).toEqual([]);
  },
);

test('whoever says nothing, or a letter a second, is not waited for', async () => {
  const mute = await nodeThat(() => {}, 80);
  expect(await mute.node.createPayout(order)).toEqual(unknown);
  const slow = await nodeThat((_, response) => {
    response.write(' ');
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  }, 80);
  expect(await slow.node.readPayout(order)).toEqual(unknown);
});

test('a gigabyte is cut off, and what it unpacks to is never unpacked', async () => {
  let bytes = 0;
  const closed = Promise.withResolvers<void>();
  const { node } = await nodeThat((_, response) => {
    const piece = Buffer.alloc(2 ** 16, ' ');
    response.once('close', closed.resolve);
    const more = () => {
      while (!response.destroyed && bytes < 2 ** 30) {
        bytes += piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
    };
    more();
  }, 5_000);
  expect(await node.createPayout(order)).toEqual({ state: 'unknown', because: 'more than 131072 bytes' });
  await closed.promise;
  expect(bytes).toBeLessThan(2 ** 25);
});

test('closing breaks off what is being asked', async () => {
  const { node, heard } = await nodeThat(() => {}, 60_000);
  const asked = node.createPayout(order);
  await expect.poll(() => heard.length).toBe(1);
  node.close();
  expect(await asked).toEqual(unknown);
  expect(await node.readPayout(order)).toEqual(unknown);
});
