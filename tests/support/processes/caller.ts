import { createInterface } from 'node:readline';
import { createApp } from '#server/http/calls/app.ts';
import { newAddress } from '../app/api.ts';
import { openCopy } from './copy.ts';

export type CalledOut = { path: string; bearer?: string; uid?: string; body: unknown };

// Acts as another copy of the app: makes all calls of an input line at once and prints their results.
const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const services = openCopy(databaseUrl, secret);
const app = createApp(services);

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const calls: CalledOut[] = JSON.parse(line);
  console.log(JSON.stringify(await Promise.all(calls.map(make))));
}
await services.close();

async function make({ path, bearer, uid, body }: CalledOut): Promise<string> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (bearer) headers['authorization'] = `Bearer ${bearer}`;
  if (uid) headers['etag'] = `"${uid}"`;
  const request = new Request(`http://atrium.internal${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await app.fetch(request, { address: newAddress(), userAgent: '', requestId: 'test' });
  const answer = (await response.json()) as { code?: string };
  return response.ok ? 'done' : (answer.code ?? String(response.status));
}
