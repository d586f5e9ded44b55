import type { AuditValues } from '#server/db/schema/index.ts';
import type { PlansDifference } from './apply-plans.ts';

type PlanChange = { subject: string; name: string; before: string | null; after: string | null };

export function changesOf({ added, changed }: PlansDifference): PlanChange[] {
  return [
    ...added.map((subject) => ({ subject, name: '', before: null, after: subject })),
    ...changed.flatMap(({ id: subject, fields }) =>
      fields.map(({ name, before, after }) => ({ subject, name, before: valueText(before), after: valueText(after) })),
    ),
  ];
}

function valueText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function loggedChanges(difference: PlansDifference): {
  subject: string;
  before: AuditValues;
  after: AuditValues;
} {
  const ids = [...difference.added, ...difference.changed.map(({ id }) => id)];
  const fields = changesOf(difference).map(
    (change) => [change.name ? `${change.subject}.${change.name}` : change.subject, change] as const,
  );
  return {
    subject: ids.length === 1 ? `plan:${ids[0]}` : 'plans',
    before: Object.fromEntries(fields.map(([name, { before }]) => [name, before])),
    after: Object.fromEntries(fields.map(([name, { after }]) => [name, after])),
  };
}
