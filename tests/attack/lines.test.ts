import 'reflect-metadata';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { TLSSocket } from 'node:tls';
import { X509CertificateGenerator } from '@peculiar/x509';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { readConfig } from '#server/base/config.ts';
import { connect } from '#server/db/connect.ts';
import { smtpMailer } from '#server/mail/index.ts';
import { openNode } from '#server/node/index.ts';
import { afterwards } from '../support/afterwards.ts';
import { NODE_SECRET } from '../support/world/node.ts';
import { payoutOrder } from '../support/world/orders.ts';
import { openMailServer } from '../support/world/smtp.ts';

// Simulates an attacker between Atrium and another server, with a self-signed certificate.

const own = await ownCertificate();

async function ownCertificate(): Promise<{ key: string; cert: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 24 * 60 * 60 * 1000),
    signingAlgorithm: algorithm,
    keys,
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: pkcs8, type: 'pkcs8', format: 'der' });
  return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: made.toString('pem') };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const EMAIL = { id: 'one', to: 'anna@demo.example', subject: 'A link', text: 'token', html: '<p>token</p>' };
const config = readConfig({ PUBLIC_ORIGIN: 'https://atrium.example' });
const UNTRUSTED = /self.signed|DEPTH_ZERO_SELF_SIGNED_CERT/i;

test('a node that nobody vouches for is told no secret and no payout', async () => {
  let heard = 0;
  const server = createHttps(own, (_, response) => {
    heard += 1;
    response.end('{}');
  });
  const node = openNode({ url: `https://localhost:${await portOf(server)}`, secret: NODE_SECRET }, 2_000);
  afterwards(() => server.close());
  afterwards(node.close);
  const outcome = await node.createPayout(payoutOrder());
  expect(outcome).toEqual({ state: 'unknown', because: expect.stringMatching(UNTRUSTED) });
  expect(heard).toBe(0);
});

test.each(['smtps', 'smtp'])('a mail server that nobody vouches for gets no e-mail by %s', async (protocol) => {
  let heard = 0;
  const count = () => (heard += 1);
  const server = new SMTPServer({
    ...own,
    ...{ secure: protocol === 'smtps', authOptional: true },
    onMailFrom: (_address, _session, done) => (count(), done()),
    onAuth: (_auth, _session, done) => (count(), done(null, { user: 'x' })),
  });
  server.on('error', () => {});
  const port = await portOf(server.server);
  afterwards(() => new Promise<void>((resolve) => server.close(() => resolve())));
  // The host name matches the certificate, so only the signature is wrong.
  const mailer = smtpMailer(`${protocol}://mailer:secret@localhost:${port}`, config);
  await expect(mailer.deliver(EMAIL)).rejects.toThrow(UNTRUSTED);
  expect(heard).toBe(0);
});

test('a mail server elsewhere that offers no TLS gets no e-mail and no password', async () => {
  const server = await openMailServer();
  const { port } = new URL(server.url);
  await smtpMailer(server.url, config).deliver(EMAIL);
  expect(server.emails).toHaveLength(1);
  // This address leads to this machine but is outside the loopback network.
  await expect(smtpMailer(`smtp://0.0.0.0:${port}`, config).deliver(EMAIL)).rejects.toThrow(/TLS/);
  expect(server.emails).toHaveLength(1);
});

test('a database that nobody vouches for is told neither password nor question', async () => {
  const heard: string[] = [];
  const server = createTcp((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, ...own });
      secured.on('error', () => {}).on('data', (bytes: Buffer) => heard.push(bytes.toString('latin1')));
    });
  });
  const port = await portOf(server);
  const { db, close } = connect(`postgresql://atrium:secret@localhost:${port}/atrium?sslmode=verify-full`, 1);
  afterwards(() => server.close());
  afterwards(close);
  const refused = await db.execute('select 1').catch((error: Error) => error);
  expect(String((refused as Error).cause)).toMatch(UNTRUSTED);
  expect(heard).toEqual([]);
});
