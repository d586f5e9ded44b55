import { expect, test } from 'vitest';
import { formOf, visit } from '../support/app/http.ts';
import { openTestNode } from '../support/world/node.ts';
import { payoutOrder } from '../support/world/orders.ts';

const testNode = await openTestNode();
const { node, url } = testNode;
const port = Number(new URL(url).port);

/** A person without JavaScript, who reads the page and presses buttons by their labels. */
async function open() {
  const { text } = await visit(port, '/');
  const press = async (name: string) => {
    const button = text.indexOf(`aria-label="${name}"`);
    const form = /action="([^"]*)"[^]*$/.exec(text.slice(text.lastIndexOf('<form', button), button));
    return visit(port, form?.[1] ?? 'there is no such button', formOf({}));
  };
  return { text, press };
}

const calm = { mood: 'well', delay_ms: '2000', sends_webhooks: 'on' };

test('a person sees what was asked for, sends one payout and rejects another', async () => {
  expect((await visit(port, '/switches', formOf({ ...calm, holds_payouts: 'on' }))).status).toBe(303);
  const [good, bad] = [payoutOrder({ amount: '11.00' }), payoutOrder({ amount: '22.00' })];
  expect(await node.createPayout(good)).toEqual({ state: 'accepted' });
  expect(await node.createPayout(bad)).toEqual({ state: 'accepted' });
  await node.readPayout(bad);
  const page = await open();
  expect(page.text).toContain(`${bad.id}, asked for 1 ×, asked about 1 ×`);
  expect(page.text.indexOf('22.00 USDT')).toBeLessThan(page.text.indexOf('11.00 USDT'));

  expect(await page.press(`Send ${good.id}`)).toMatchObject({ status: 303, headers: { location: '/' } });
  await page.press(`Reject ${bad.id}`);
  expect(await node.readPayout(good)).toMatchObject({ state: 'sent' });
  expect(await node.readPayout(bad)).toEqual({ state: 'failed', reason: 'rejected' });

  const sent = await node.readPayout(good);
  await page.press(`Reject ${good.id}`);
  await page.press(`Send ${bad.id}`);
  expect(await node.readPayout(good)).toEqual(sent);
  expect(await node.readPayout(bad)).toMatchObject({ state: 'failed' });
  expect((await open()).text).not.toContain('aria-label="Send');
});

test('the switches show what they were set to, and take nothing else', async () => {
  await visit(port, '/switches', formOf({ mood: 'slow', delay_ms: '250', rejects_next: 'on', sends_twice: 'on' }));
  const { text } = await open();
  expect(text).toMatch(/<option selected>\s*slow/);
  expect(text).toContain('value="250"');
  expect(text).toMatch(/name="rejects_next" checked/);
  expect(text).toMatch(/name="sends_twice" checked/);
  expect(text).not.toMatch(/name="sends_webhooks" checked/);
  for (const wrong of [{ mood: 'angry' }, { delay_ms: '-1' }, { delay_ms: '1e9' }, { delay_ms: 'soon' }]) {
    expect((await visit(port, '/switches', formOf({ ...calm, ...wrong }))).status).toBe(422);
  }
  expect(testNode.state.switches()).toMatchObject({
    ...{ failureMode: 'slow', delayMs: 250, rejectsNext: true, holdsPayouts: false, holdsConfirmations: false },
    ...{ sendsWebhooks: false, sendsTwice: true, outOfOrder: false },
  });
  await visit(port, '/switches', formOf(calm));
});

test('a destination is words, whatever signs it has, and the page may run no script at all', async () => {
  const destination = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
  await node.createPayout(payoutOrder({ destination }));
  const { text, headers } = await visit(port, '/');
  expect(text).not.toMatch(/<script|<img/);
  expect(text).toContain('&lt;script&gt;');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'; form-action 'self';/);
  expect(headers['content-security-policy']).not.toContain('script-src');
});

test('nobody else’s page may press its buttons, nor read it under another name', async () => {
  const form = formOf({ ...calm, mood: 'down' });
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://localhost:${port + 1}` },
  ]) {
    const answer = await visit(port, '/switches', {
      ...form,
      headers: { ...form.headers, ...headers } as Record<string, string>,
    });
    expect(answer.status).toBe(403);
  }
  const renamed = await visit(port, '/', { headers: { host: `evil.example:${port}` } });
  expect(renamed.status).toBe(421);
  expect(testNode.state.switches().failureMode).toBe('well');
  const own = { ...form.headers, origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' };
  expect((await visit(port, '/switches', { ...form, headers: own })).status).toBe(303);
  await visit(port, '/switches', formOf(calm));
});
