import type { Schema } from '#server/api/example.ts';

type Field = { name: string; type: string; isRequired: boolean };

/** A schema as a flat list: fields of an object within by a dot, of a list's items by `[]`. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = prefix + key;
    const isRequired = schema.required?.includes(key) ?? false;
    return [{ name, type: typeOf(field), isRequired }, ...within(field, name)];
  });
}

function within(schema: Schema, name: string): Field[] {
  if (schema.items) return within(schema.items, `${name}[]`);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [...fieldsOf(schema, `${name}.`), ...choices.flatMap((choice) => within(choice, name))];
}

/** Describes the allowed values in words. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.items) return `list of ${typeOf(schema.items)}${rangeOf(schema.minItems, schema.maxItems)}`;
  if (typeof schema.additionalProperties === 'object') return `object of ${typeOf(schema.additionalProperties)}`;
  const { type = 'any value', minLength, maxLength, minimum, maximum, format } = schema;
  const range = rangeOf(minLength ?? minimum, maxLength ?? maximum);
  return `${[type].flat().join(' | ')}${format ? ` (${format})` : ''}${range}`;
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  const isEndless = max === undefined || max >= Number.MAX_SAFE_INTEGER;
  if (isEndless) return min === undefined || min <= 0 ? '' : `, ${min} or more`;
  return `, ${min === undefined || min < Number.MIN_SAFE_INTEGER ? 'at most' : `${min} to`} ${max}`;
}
