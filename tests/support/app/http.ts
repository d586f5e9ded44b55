import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type HttpAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  cookies: string[];
  /** `bytes` is the body as received, `text` the decompressed body. */
  bytes: Buffer;
  text: string;
};
type Options = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  cookies?: Record<string, string>;
};

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends one request over real HTTP. The path stays exactly as written; redirects are not followed. */
export async function visit(port: number, path: string, options: Options = {}): Promise<HttpAnswer> {
  const { method = 'GET', body, cookies = {} } = options;
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const headers = { host: `localhost:${port}`, ...(cookie && { cookie }), ...options.headers };
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent });
  sent.end(body);
  sent.on('error', () => {});
  const [answer] = await once(sent, 'response');
  // An event stream never ends, so it is closed after its head.
  const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream');
  if (isEndless) answer.destroy();
  const bytes = isEndless ? Buffer.alloc(0) : Buffer.concat(await answer.toArray());
  const set = answer.headers['set-cookie'] ?? [];
  const text = unpacked(bytes, answer.headers['content-encoding']).toString('utf8');
  return { status: answer.statusCode, headers: answer.headers, cookies: set, bytes, text };
}

/** A response to HEAD also names an encoding, but has no body. */
function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}

/** Reads the owner's account from a page of this session. */
export async function ownerOnPage(
  port: number,
  cookies: Record<string, string>,
  address = '/en/dashboard/profile',
): Promise<string> {
  const page = await visit(port, address, { cookies });
  return /<html[^>]* data-owner="([^"]+)"/.exec(page.text)?.[1] ?? '';
}

/** Sends raw text and resolves to everything received until the server closes the connection. */
export async function sendRaw(port: number, words: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let failure: NodeJS.ErrnoException | undefined;
  socket.on('error', (error) => (failure = error));
  socket.write(words);
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString('utf8')));
  await new Promise((closed) => socket.on('close', closed));
  // A reset also counts as the end.
  if (failure && failure.code !== 'ECONNRESET') throw failure;
  return answer;
}

export function formOf(fields: Record<string, string>): {
  method: string;
  headers: Record<string, string>;
  body: string;
} {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}

export async function fileForm(
  bytes: Buffer,
  name = 'photo',
  fields: Record<string, string> = {},
): Promise<{ method: string; headers: Record<string, string>; body: Buffer }> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(name, new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' }));
  const packed = new Response(form);
  const headers = { 'content-type': packed.headers.get('content-type') ?? '' };
  return { method: 'POST', headers, body: Buffer.from(await packed.arrayBuffer()) };
}

export function jsonOf(value: unknown): { method: string; headers: Record<string, string>; body: string } {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** Cookies that the response sets; cookies that it deletes are left out. */
export function cookiesSet(answer: HttpAnswer): Record<string, string> {
  const pairs = answer.cookies.map((line) => /^([\w-]+)=([^;]*)/.exec(line)?.slice(1) ?? []);
  return Object.fromEntries(pairs.filter(([, value]) => value)) as Record<string, string>;
}
