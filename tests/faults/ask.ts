import { Agent, request } from 'node:http';

/** Slower requests count as unanswered. */
const PATIENCE_MS = 20_000;

/** `status` is 0 if the connection broke or the request timed out. */
export type Answer = { status: number; body: Record<string, unknown>; tookMs: number };
export type Ask = { method?: string; path: string; bearer?: string; uid?: string; address: string; body?: unknown };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export function ask(port: number, { method, path, bearer, uid, address, body }: Ask): Promise<Answer> {
  const headers: Record<string, string> = { 'x-forwarded-for': address, 'accept-language': 'en' };
  if (bearer) headers['authorization'] = `Bearer ${bearer}`;
  if (uid) headers['etag'] = `"${uid}"`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const startMs = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, text = '{}') =>
      resolve({ status, body: readJson(text), tookMs: performance.now() - startMs });
    const sent = request(
      { host: '127.0.0.1', port, path, method: method ?? (body === undefined ? 'GET' : 'POST'), headers, agent },
      (answer) => {
        answer.toArray().then(
          (pieces) => end(answer.statusCode ?? 0, Buffer.concat(pieces).toString()),
          () => end(0),
        );
      },
    );
    sent.setTimeout(PATIENCE_MS, () => sent.destroy());
    sent.on('error', () => end(0));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
}

/** Whether to retry: the connection broke, or Atrium was not able to answer now. */
export function isAgain({ status, body }: Answer): boolean {
  return status === 0 || status === 503 || body['code'] === 'in_flight';
}
