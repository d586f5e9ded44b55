import type { RefusalCode } from '#domain/refusals.ts';
import type { Contract, InputOf, OutputOf } from './contract.ts';

/** What a caller is told when the server says no. `detail` and `fields` are sentences in the caller's language. */
export type Refusal = {
  status: number;
  code: RefusalCode;
  detail: string;
  fields?: Record<string, string[]>;
  retryAfterSeconds?: number;
};

/** Nobody knows what became of the call; only the same uid asks for the same again (decision 0071). */
export function isUndecided({ status, code }: Refusal): boolean {
  return status >= 500 || code === 'in_flight';
}

/** The page was rendered for another account than the one signed in, or names none. */
export function isOfOtherPage({ code }: Pick<Refusal, 'code'>): boolean {
  return code === 'other_account' || code === 'page_outdated';
}

export type Result<Data> = { success: true; data: Data } | { success: false; error: Refusal };

/** One way to the server, for the browser and for pages. Nothing comes back when the line broke. */
export type Call = <C extends Contract>(
  contract: C,
  input?: InputOf<C>,
  options?: CallOptions,
) => Promise<Result<OutputOf<C>> | undefined>;

/** The call as a page makes it, on the server: a broken line is a refusal like any other (`unavailable`). */
export type PageCall = <C extends Contract>(
  contract: C,
  input?: InputOf<C>,
  options?: CallOptions,
) => Promise<Result<OutputOf<C>>>;

export type CallOptions = {
  /** Repeating a call with the same uid is safe: it travels as an `ETag` header and names the attempt. */
  uid?: string;
  /** Nobody has pressed anything: a session that has ended is not spoken of. */
  isUnasked?: boolean;
  /** Calls it off. Whoever gives one minds themselves how long they wait. */
  signal?: AbortSignal;
};

export type ApiRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string | FormData | Uint8Array<ArrayBuffer>;
};

/** A call as HTTP: method, path with query, headers, and a JSON body, or a form where there is a file in it. */
export function toApiRequest(
  contract: Contract,
  input: Record<string, unknown>,
  tag: string,
  options: CallOptions = {},
): ApiRequest {
  const rest = { ...input };
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const value = String(rest[word] ?? '');
    delete rest[word];
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': tag };
  if (options.uid) headers['etag'] = `"${options.uid}"`;
  const form = contract.takes && formWithFiles(rest);
  if (form) return { method: 'POST', path, headers, body: form };
  if (contract.method === 'POST') {
    headers['content-type'] = 'application/json';
    return { method: 'POST', path, headers, body: JSON.stringify(rest) };
  }
  const asked = Object.entries(rest).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return { method: 'GET', path: query ? `${path}?${query}` : path, headers };
}

/** Its type is for the carrier to write, with the boundary between the parts. */
function formWithFiles(fields: Record<string, unknown>): FormData | undefined {
  const values = Object.entries(fields);
  if (!values.some(([, value]) => value instanceof Blob)) return undefined;
  const form = new FormData();
  for (const [name, value] of values) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined) form.append(name, String(value));
  }
  return form;
}

/** Reads an answer; an unreadable one is the server's fault and says so with `unexpected`. */
export function toResult<Data>(status: number, retryAfter: string | null, body: unknown): Result<Data> {
  if (status >= 200 && status < 300) return { success: true, data: body as Data };
  const refusal = isRefusalBody(body) ? body : { code: 'unexpected' as const, detail: '' };
  return {
    success: false,
    error: { ...refusal, status, ...(retryAfter ? { retryAfterSeconds: Number(retryAfter) } : {}) },
  };
}

function isRefusalBody(body: unknown): body is Omit<Refusal, 'status'> {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
}
