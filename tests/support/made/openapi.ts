import { z } from 'zod';
import type { Contract } from '#contracts/contract.ts';
import { type HttpAnswer, visit } from '../app/http.ts';
import { resolveRef } from './json-schema.ts';

type Schema = { $ref?: string };
type Media = Record<string, { schema: Schema; example?: unknown }>;
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security: unknown[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    allowEmptyValue?: boolean;
    example?: unknown;
    schema: Schema;
  }[];
  requestBody?: { required: boolean; content: Media };
  responses: Record<string, { description: string; content: Media }>;
};
export type OpenApi = {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
};

const ADDRESSES = ['/api/openapi.json', '/operator/api/openapi.json'];

/** Reads both OpenAPI documents, to validate requests and responses. */
export async function openDocuments(port: number) {
  const both = await Promise.all(ADDRESSES.map(async (at) => JSON.parse((await visit(port, at)).text) as OpenApi));
  const judges = new Map<object, z.ZodType>();
  const judgeOf = (schema: object) => {
    const judge = judges.get(schema) ?? z.fromJSONSchema(schema as never);
    judges.set(schema, judge);
    return judge;
  };
  const operationOf = ({ method, path }: Contract) => {
    const document = both.find(({ paths }) => path in paths);
    const operation = document?.paths[path]?.[method.toLowerCase()];
    if (!document || !operation) throw new Error(`${method} ${path} is in no document.`);
    return { document, operation };
  };
  return {
    paths: both.flatMap(({ paths }) =>
      Object.entries(paths).map(([path, ways]): [string, string[]] => [
        path,
        Object.keys(ways).map((way) => way.toUpperCase()),
      ]),
    ),
    /** Why a response does not match the document; undefined if it matches. */
    misfitOf(contract: Contract, { status, headers, text }: HttpAnswer): string | undefined {
      const { document, operation } = operationOf(contract);
      const described = operation.responses[status];
      if (!described) return `${status} is not described`;
      const [type = ''] = String(headers['content-type'] ?? '').split(';');
      const schema = described.content[type]?.schema;
      if (!schema) return `${status} is not described as ${type}`;
      const judge = judgeOf(schema.$ref ? resolveRef(document, schema.$ref)! : schema);
      const parsed = judge.safeParse(type === 'application/json' ? JSON.parse(text) : text);
      return parsed.success ? undefined : z.prettifyError(parsed.error);
    },
    /** Whether a query or a body matches the document. */
    takes(contract: Contract, input: Record<string, unknown>): boolean {
      const { operation } = operationOf(contract);
      const body = operation.requestBody?.content['application/json']?.schema;
      if (!body) return queryFits(operation, input);
      const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      return judgeOf(without(body, inPath)).safeParse(input).success;
    },
  };

  function queryFits({ parameters }: Operation, input: Record<string, unknown>): boolean {
    const asked = parameters.filter((one) => one.in === 'query');
    const isEveryOneRight = asked.every(({ name, required, allowEmptyValue, schema }) => {
      if (!(name in input)) return !required;
      return (allowEmptyValue && input[name] === '') || judgeOf(schema).safeParse(input[name]).success;
    });
    return isEveryOneRight && Object.keys(input).every((name) => asked.some((one) => one.name === name));
  }

  /** The body's schema without fields that are in the path. */
  function without(schema: Schema & { properties?: object; required?: string[] }, names: string[]): object {
    const known = bare.get(schema);
    if (known) return known;
    const properties = Object.fromEntries(
      Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name)),
    );
    const made = { ...schema, properties, required: (schema.required ?? []).filter((name) => !names.includes(name)) };
    bare.set(schema, made);
    return made;
  }
}

const bare = new WeakMap<object, object>();
