import fc from 'fast-check';
import { z } from 'zod';
import type { Contract } from '#contracts/contract.ts';
import { readTarget } from '#domain/plain-path.ts';
import { broken, fittingObject, Known, NASTY, type Schema, unreadable, wild } from './made-values.ts';

/** A generated request, before known values replace its placeholders. */
export type MadeRequest = {
  fields: Record<string, unknown>;
  /** Sent instead of the fields. */
  body: string | undefined;
  type: string;
  etag: string | undefined;
  language: string;
  more: Record<string, string>;
  who: 'own' | 'nobody' | 'made-up';
};

/** Known values for a field's name, such as people and ids of earlier responses. */
export type KnownValues = (name: string) => readonly unknown[];

/** Generates requests for a call: most are valid, some have one mistake, some are random. */
export function requestsFor(contract: Contract): fc.Arbitrary<MadeRequest> {
  const schema = z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const right = fittingObject(schema);
  return fc.record({
    fields: oftenest([12, right], [6, broken(right)], [2, wild]),
    body: contract.method === 'POST' ? oftenest([19, fc.constant(undefined)], [1, unreadable]) : fc.constant(undefined),
    type: oftenest(
      [contract.takes ? 5 : 30, fc.constant('application/json')],
      [contract.takes ? 15 : 1, fc.constant('multipart/form-data')],
      [
        1,
        fc.constantFrom('text/plain', 'application/xml', 'application/json; charset=utf-16', 'APPLICATION/JSON', 'x'),
      ],
    ),
    etag: oftenest<string | undefined>(
      [8, fc.uuid().map((uid) => `"${uid}"`)],
      [2, fc.constantFrom(undefined, '', '""', 'short', '"the-same-each-time"', 'W/"the-same-each-time"', '*')],
    ),
    language: fc.constantFrom('en', 'de', 'ta', 'xx', '*', 'en;q=0', ',', 'x'.repeat(500)),
    more: oftenest<Record<string, string>>(
      [9, fc.constant({})],
      [
        1,
        fc.constantFrom<Record<string, string>>(
          { 'cache-control': 'no-cache' },
          { 'x-http-method-override': 'DELETE' },
          { 'x-original-url': '/api/openapi.json', 'x-rewrite-url': '/api/openapi.json' },
          { accept: 'application/xml' },
          { 'accept-encoding': 'gzip;q=x, br' },
          { range: 'bytes=0-1' },
          { 'if-none-match': '*' },
          { expect: '100-continue' },
          { cookie: 'access_token=x; lang=%00; ref=%ff' },
        ),
      ],
    ),
    who: oftenest<MadeRequest['who']>(
      [18, fc.constant('own')],
      [1, fc.constant('nobody')],
      [1, fc.constant('made-up')],
    ),
  });
}

function oftenest<T>(...choices: [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** The fields that the OpenAPI document validates, from query or JSON body; undefined for other bodies. */
  input: Record<string, unknown> | undefined;
  /** The path is not plain, so it is not the address of a call. */
  isElsewhere: boolean;
};

export async function requestOf(contract: Contract, made: MadeRequest, knownValues: KnownValues): Promise<Sent> {
  const fields = fill(made.fields, knownValues) as Record<string, unknown>;
  const inPath = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => word);
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, word: string) => encode(fields[word] ?? NASTY[5]));
  const isElsewhere = readTarget(path) === undefined;
  const rest = Object.entries(fields).filter(([name]) => !inPath.includes(name));
  const headers: Record<string, string> = { ...made.more, 'accept-language': made.language };
  if (made.etag !== undefined) headers['etag'] = made.etag;
  if (contract.method === 'GET') {
    const query = rest.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
    const input = Object.fromEntries(new URLSearchParams(query));
    return { method: 'GET', path: query ? `${path}?${query}` : path, headers, input, isElsewhere };
  }
  const init = { method: 'POST', path, isElsewhere };
  if (made.type === 'multipart/form-data' && made.body === undefined) {
    const form = new Response(formOf(rest));
    headers['content-type'] = form.headers.get('content-type') ?? '';
    return { ...init, headers, body: Buffer.from(await form.arrayBuffer()), input: undefined };
  }
  headers['content-type'] = made.type;
  const body = made.body ?? JSON.stringify(Object.fromEntries(rest));
  return { ...init, headers, body, input: made.body === undefined ? JSON.parse(body) : undefined };
}

/** Replaces placeholders by known values. */
function fill(value: unknown, knownValues: KnownValues): unknown {
  if (value instanceof Known) {
    const values = knownValues(value.name);
    return values.length > 0 ? values[value.index % values.length] : `no-${value.name}-is-known`;
  }
  if (Array.isArray(value)) return value.map((one) => fill(one, knownValues));
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, knownValues)]));
}

function formOf(fields: [string, unknown][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : textOf(value));
  return form;
}

function encode(value: unknown): string {
  return encodeURIComponent(textOf(value));
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}
