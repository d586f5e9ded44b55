import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterwards } from '../afterwards.ts';

export const WEBHOOK_SECRET = `whsec_${Buffer.from('a key of the tests with 32 bytes').toString('base64')}`;

type Received = { id: string; isSigned: boolean; body: { type: string; data: Record<string, unknown> } };
type Answer = number | ((response: ServerResponse) => void);

/** A receiver that checks signatures with its own code, as the standard describes them. */
export async function openReceiver(answers: Answer[] = []) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const header = (name: string) => String(request.headers[name]);
      const id = header('webhook-id');
      const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
      const signed = createHmac('sha256', key)
        .update(`${id}.${header('webhook-timestamp')}.${text}`)
        .digest('base64');
      const isSigned = header('webhook-signature').split(' ').includes(`v1,${signed}`);
      received.push({ id, isSigned, body: JSON.parse(text) as Received['body'] });
      const answer = answers.shift() ?? 200;
      if (typeof answer === 'number') response.writeHead(answer).end();
      else answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks/a-secret-path`, received, answers };
}
