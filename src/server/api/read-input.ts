import type { HonoRequest } from 'hono';
import type * as z from 'zod/mini';
import type { Contract } from '#contracts/contract.ts';
import { fault } from '#domain/field-faults.ts';
import { refuse, type Refused } from '#domain/refusals.ts';

const MAX_FAULTED_FIELDS = 20;
const MAX_DEPTH = 8;

/** A refusal names the wrong fields, at most 20. */
export async function readInput(
  contract: Contract,
  request: HonoRequest,
): Promise<{ input: z.output<Contract['input']> } | Refused> {
  const rawInput = contract.method === 'GET' ? readQuery(request) : await readBody(contract, request);
  if ('refused' in rawInput) return rawInput;
  const parsed = contract.input.safeParse({ ...rawInput.values, ...request.param() });
  if (parsed.success) return { input: parsed.data };
  return refuse('invalid', { fields: faultsByField(parsed.error.issues, contract.method) });
}

function readQuery(request: HonoRequest): { values: Record<string, unknown> } {
  return { values: Object.fromEntries(new URL(request.url).searchParams) };
}

type Body = { values: Record<string, unknown> } | Refused;

async function readBody({ takes, input }: Contract, request: HonoRequest): Promise<Body> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (takes && type === takes) return readForm(request, Object.keys(input.shape));
  return type === 'application/json' ? readJson(request) : refuse('wrong_type');
}

/** Missing fields become null, so that a truncated form can’t mean “omitted”. */
async function readForm(request: HonoRequest, names: readonly string[]): Promise<Body> {
  const form = await request.formData().catch(() => undefined);
  if (!form) return refuse('unreadable');
  const missing = names.filter((name) => !form.has(name)).map((name): [string, null] => [name, null]);
  return { values: Object.fromEntries([...form, ...missing]) };
}

async function readJson(request: HonoRequest): Promise<Body> {
  try {
    // The http server aborts bodies that are too large.
    const values: unknown = JSON.parse(await request.text());
    const isPlain = typeof values === 'object' && values !== null && !Array.isArray(values);
    return isPlain && depthOf(values) <= MAX_DEPTH ? { values: { ...values } } : refuse('unreadable');
  } catch {
    return refuse('unreadable');
  }
}

/** No recursion: a deeply nested body would overflow the stack. */
function depthOf(value: object): number {
  let depth = 0;
  let level: object[] = [value];
  while (level.length > 0 && depth <= MAX_DEPTH) {
    depth += 1;
    level = level.flatMap((node) => Object.values(node).filter((child) => typeof child === 'object' && child !== null));
  }
  return depth;
}

/** List items are named `lines.3.amount`; in a query the whole list is one field. */
function faultsByField(issues: readonly z.core.$ZodIssue[], method: Contract['method']): Record<string, string[]> {
  // A Map, because a field may be named `constructor`.
  const fields = new Map<string, Set<string>>();
  const add = (name: string, message: string) => {
    const faults = fields.get(name) ?? new Set();
    if (fields.size < MAX_FAULTED_FIELDS || fields.has(name)) fields.set(name, faults.add(message));
  };
  for (const issue of issues) {
    const path = issue.path.slice(0, method === 'GET' ? 1 : undefined).map(String);
    if (issue.code !== 'unrecognized_keys') add(path.join('.'), issue.message);
    else for (const key of issue.keys) add([...path, key.slice(0, 64)].join('.'), fault('unknown_field'));
  }
  return Object.fromEntries([...fields].map(([name, faults]) => [name, [...faults]]));
}
