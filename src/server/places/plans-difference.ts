import type { PlanInFile } from './plans-file.ts';

/** `name` is the way to what differs, such as `title.en`; nothing stands where there is none. */
type Field = { name: string; before: unknown; after: unknown };

/** What applying a file changes. */
export type PlansDifference = { added: string[]; changed: { id: string; fields: Field[] }[]; same: number };

export function plansDifference(stored: readonly PlanInFile[], wanted: readonly PlanInFile[]): PlansDifference {
  const known = new Map(stored.map((plan) => [plan.id, plan]));
  const added = wanted.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const changed = wanted.flatMap((plan) => {
    const before = known.get(plan.id);
    const fields = before ? fieldsThatDiffer(before, plan) : [];
    return fields.length > 0 ? [{ id: plan.id, fields }] : [];
  });
  return { added, changed, same: wanted.length - added.length - changed.length };
}

function fieldsThatDiffer(before: PlanInFile, after: PlanInFile): Field[] {
  const [was, is] = [before, after].map((plan) => new Map(leavesOf(plan, '')));
  const names = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...names]
    .filter((name) => was?.get(name) !== is?.get(name))
    .map((name) => ({ name, before: was?.get(name), after: is?.get(name) }));
}

function leavesOf(value: unknown, name: string): [name: string, leaf: unknown][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, value]];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, name === '' ? key : `${name}.${key}`));
}
