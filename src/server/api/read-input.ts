import type { HonoRequest } from 'hono';
import type * as z from 'zod/mini';
import type { Contract } from '#contracts/contract.ts';
import { fault } from '#domain/field-faults.ts';
import { refuse, type Refused } from '#domain/refusals.ts';

const MAX_FAULTED_FIELDS = 20;
const MAX_DEPTH = 8;

/** What a request carries, checked against its contract; a no names every field that is wrong. */
export async function readInput(
  contract: Contract,
  request: HonoRequest,
): Promise<{ input: z.output<Contract['input']> } | Refused> {
  const carried = contract.method === 'GET' ? readQuery(request) : await readBody(contract, request);
  if ('refused' in carried) return carried;
  const parsed = contract.input.safeParse({ ...carried.values, ...request.param() });
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

/** What a form does not have is missing, so that half a form is never taken for a wish to leave something out. */
async function readForm(request: HonoRequest, names: readonly string[]): Promise<Body> {
  const form = await request.formData().catch(() => undefined);
  if (!form) return refuse('unreadable');
  const missing = names.filter((name) => !form.has(name)).map((name): [string, null] => [name, null]);
  return { values: Object.fromEntries([...form, ...missing]) };
}

async function readJson(request: HonoRequest): Promise<Body> {
  try {
    // More than may come breaks off while it is read.
    const values: unknown = JSON.parse(await request.text());
    const isPlain = typeof values === 'object' && values !== null && !Array.isArray(values);
    return isPlain && depthOf(values) <= MAX_DEPTH ? { values: { ...values } } : refuse('unreadable');
  } catch {
    return refuse('unreadable');
  }
}

/** Depth without recursion: a body may be nested far deeper than the stack. */
function depthOf(value: object): number {
  let depth = 0;
  let level: object[] = [value];
  while (level.length > 0 && depth <= MAX_DEPTH) {
    depth += 1;
    level = level.flatMap((node) => Object.values(node).filter((child) => typeof child === 'object' && child !== null));
  }
  return depth;
}

/** Fields in lists are named with their place, `lines.3.amount`; a query has none, a list in it is one field. */
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
