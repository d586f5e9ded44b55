import { z } from 'zod';
import type { Contract } from '#contracts/contract.ts';
import { type Area, type Operation, operationsOf } from '#contracts/operations.ts';
import { REFUSALS, type RefusalCode } from '#domain/refusals.ts';
import { translator } from '#i18n/translator.ts';
import { exampleOf, type Schema } from './example.ts';

const COMMON: readonly RefusalCode[] = ['cross_site', 'too_large', 'invalid', 'unexpected', 'unavailable'];
const OF_MEMBERS: readonly RefusalCode[] = ['no_session'];
const OF_STAFF: readonly RefusalCode[] = ['no_session', 'not_able'];
const OF_UIDS: readonly RefusalCode[] = ['uid_required', 'uid_reused', 'in_flight', 'too_often'];
const OF_BODIES: readonly RefusalCode[] = ['unreadable', 'wrong_type'];

export function openApiDocument(areas: readonly Area[], about: { productName: string; publicOrigin: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const item of operationsOf(areas)) {
    const { path, method } = item.contract;
    (paths[path] ??= {})[method.toLowerCase()] = operation(item);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: about.productName,
      version: '1',
      description: DESCRIPTION,
      contact: { name: about.productName, url: about.publicOrigin },
      license: { name: 'Proprietary', url: about.publicOrigin },
    },
    servers: [{ url: about.publicOrigin }],
    tags: areas.map(({ name, about: description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: refusalSchema },
    },
  };
}

const DESCRIPTION = [
  'Amounts are strings with a decimal point, times are ISO 8601 in UTC.',
  'Lists are paged: send `cursor` with the `next` of the page before.',
  'A refusal is JSON with a `code`, a sentence in the language of `Accept-Language`, and faults by field.',
].join(' ');

const refusalSchema = {
  type: 'object',
  required: ['code', 'detail'],
  properties: {
    code: { type: 'string', enum: Object.keys(REFUSALS) },
    detail: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

const uidHeader = {
  name: 'ETag',
  in: 'header',
  required: true,
  description: 'Names this attempt: the same one is answered the same, and has its effect once.',
  schema: { type: 'string', pattern: '^(W/)?"?[\\x21\\x23-\\x7E]{8,128}"?$' },
};

const freshnessHeader = {
  name: 'Cache-Control',
  in: 'header',
  required: false,
  description:
    'With no-cache the answer is as new as there is. Without it, what others did in the last two seconds may be missing; what the member did never is.',
  schema: { type: 'string' },
};

const signatureHeaders = [
  { name: 'webhook-id', description: 'Names this event.', schema: { type: 'string', maxLength: 256 } },
  {
    name: 'webhook-timestamp',
    description: 'When it was sent, in seconds of Unix time; five minutes of it are too old or too early.',
    schema: { type: 'string', pattern: '^\\d{1,12}$' },
  },
  {
    name: 'webhook-signature',
    description:
      'Standard Webhooks: v1, a comma, and the base64 of HMAC-SHA256 over id.timestamp.body; several are separated by spaces.',
    schema: { type: 'string' },
  },
].map((header) => ({ ...header, in: 'header', required: true }));

/** Forms send empty values for unused filters. */
function takesEmpty({ input }: Contract, name: string): boolean {
  const field = input.shape[name];
  return field !== undefined && z.safeParse(field, '').success;
}

function operation({ id, area, contract }: Operation) {
  const input = z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const output = z.toJSONSchema(contract.output, { unrepresentable: 'any' }) as Schema;
  const inPath = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, word]) => word ?? '');
  const isPost = contract.method === 'POST';
  const properties = Object.entries(input.properties ?? {});
  return {
    operationId: id,
    tags: [area],
    summary: contract.summary,
    security: hasBearer(contract) ? [{ bearer: [] }] : [],
    parameters: [
      ...properties
        .filter(([name]) => !isPost || inPath.includes(name))
        .map(([name, schema]) => ({
          name,
          in: inPath.includes(name) ? 'path' : 'query',
          required: inPath.includes(name) || (input.required ?? []).includes(name),
          ...(!inPath.includes(name) && takesEmpty(contract, name) && { allowEmptyValue: true }),
          schema,
          example: exampleOf(schema, name),
        })),
      ...(contract.uid ? [uidHeader] : []),
      ...(contract.mayLag ? [freshnessHeader] : []),
      ...(contract.caller === 'node' ? signatureHeaders : []),
    ],
    ...(isPost && { requestBody: { required: true, content: bodyOf(contract, input) } }),
    responses: {
      [contract.success]: {
        description: 'Done',
        content: {
          [contract.answers ?? 'application/json']: {
            schema: output,
            ...(!contract.answers && { example: exampleOf(output) }),
          },
        },
      },
      ...refusalResponses(contract),
    },
  };
}

function bodyOf({ takes }: Contract, schema: Schema) {
  const json = takes ? { schema } : { schema, example: exampleOf(schema) };
  return { 'application/json': json, ...(takes && { [takes]: { schema } }) };
}

function hasBearer({ caller }: Contract): boolean {
  return caller === 'member' || caller === 'staff' || caller === 'operator';
}

function refusalResponses(contract: Contract): Record<string, unknown> {
  const codes = [
    ...COMMON,
    ...(contract.caller === 'member' ? OF_MEMBERS : []),
    ...(contract.caller === 'staff' ? OF_STAFF : []),
    ...(contract.confirmed ? (['confirmation_required'] as const) : []),
    ...(contract.uid ? OF_UIDS : []),
    ...(contract.method === 'POST' ? OF_BODIES : []),
    ...contract.refusals,
  ];
  const byStatus = Map.groupBy(codes, (code) => REFUSALS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.join(', '),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Refusal' },
            // The last one is the most particular to this call.
            example: refusalExample(group.at(-1)!),
          },
        },
      },
    ]),
  );
}

function refusalExample(code: RefusalCode) {
  const detail = translator('en')(`refusals:${code}`, { count: 5, amount: '10.00', max: 10 });
  const fields = { cursor: ['This is not valid.'] };
  return { code, detail, ...(code === 'invalid' && { fields }) };
}
