import type { ApiRequest } from '#contracts/call.ts';
import { FILE_TYPES } from '#contracts/contract.ts';
import type { App } from '#server/http/calls/app.ts';
import type { Connection } from '#server/api/caller.ts';

export type Answer = { status: number; headers: Headers; text: string; stream?: ReadableStream<Uint8Array> };

export type Transport = (apiRequest: ApiRequest, connection: Connection) => Promise<Answer>;

const INSIDE = 'http://atrium.internal';
const REMOTE_LIMIT_MS = 10_000;
const REMOTE_LIMIT_BYTES = 5_000_000;

export function inProcess(app: App): Transport {
  return async ({ path, ...init }, connection) => {
    const response = await app.fetch(new Request(INSIDE + path, init), connection);
    return answerOf(response, () => response.text());
  };
}

/** The remote API sees our address, so it needs `TRUSTED_PROXY_HOPS=1`. The limits don't apply to streams. */
export function overHttp(apiUrl: string): Transport {
  return async ({ path, headers, ...init }, { address, userAgent, requestId }) => {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), REMOTE_LIMIT_MS);
    try {
      const response = await fetch(new URL(path, apiUrl), {
        ...init,
        headers: { ...headers, 'user-agent': userAgent, 'x-forwarded-for': address, 'x-request-id': requestId },
        redirect: 'error',
        signal: timeout.signal,
      });
      return await answerOf(response, () => readAtMost(response, REMOTE_LIMIT_BYTES));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Streams only the file types of the contracts; any other response is read within the limits. */
async function answerOf(response: Response, read: () => Promise<string>): Promise<Answer> {
  const { status, headers, body } = response;
  const isStreamed = body && isFile(headers.get('content-type'));
  return isStreamed ? { status, headers, text: '', stream: body } : { status, headers, text: await read() };
}

function isFile(type: string | null): boolean {
  return FILE_TYPES.some((fileType) => fileType === type?.split(';')[0]);
}

async function readAtMost(response: Response, limitBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) throw new Error('the API answered with too much');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
