import type { RefusalCode } from '#domain/refusals.ts';
import type { Contract, InputOf, OutputOf } from './contract.ts';

/** `detail` and `fields` are sentences in the caller's language. */
export type Refusal = {
  status: number;
  code: RefusalCode;
  detail: string;
  fields?: Record<string, string[]>;
  retryAfterSeconds?: number;
};

/** The outcome is unknown: retry with the same uid only (docs/design/idempotency.md). */
export function isUndecided({ status, code }: Refusal): boolean {
  return status >= 500 || code === 'in_flight';
}

export function isOfOtherPage({ code }: Pick<Refusal, 'code'>): boolean {
  return code === 'other_account' || code === 'page_outdated';
}

export type Result<Data> = { success: true; data: Data } | { success: false; error: Refusal };

/** For the browser and for pages. Undefined if no response arrived. */
export type Call = <C extends Contract>(
  contract: C,
  input?: InputOf<C>,
  options?: CallOptions,
) => Promise<Result<OutputOf<C>> | undefined>;

/** For pages on the server: a connection failure is the refusal `unavailable`. */
export type PageCall = <C extends Contract>(
  contract: C,
  input?: InputOf<C>,
  options?: CallOptions,
) => Promise<Result<OutputOf<C>>>;

export type CallOptions = {
  /** Idempotency key, sent as an `ETag` header. */
  uid?: string;
  /** Made without a user action: a 401 does not end the session on the page. */
  isUnasked?: boolean;
  /** Aborts the call and replaces its timeout. */
  signal?: AbortSignal;
};

export type ApiRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string | FormData | Uint8Array<ArrayBuffer>;
};

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
  const queryFields = Object.entries(rest).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(queryFields.map(([name, value]) => [name, String(value)])).toString();
  return { method: 'GET', path: query ? `${path}?${query}` : path, headers };
}

/** The sender adds the content type, because it contains the boundary. */
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
