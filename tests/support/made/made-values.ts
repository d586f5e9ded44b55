import fc from 'fast-check';

export type Schema = Record<string, unknown>;

/** Texts that often break software. */
export const NASTY = [
  '',
  ' ',
  '\0',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e999',
  '9'.repeat(40),
  "'; drop table members; --",
  "' or '1'='1",
  '<script>alert(1)</script>',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  '\u202egnp.exe',
  '💥',
  '\ud800',
  '\ufeff',
  'ﷺ'.repeat(40),
  'a'.repeat(1001),
  'x'.repeat(5000),
  '$t(common:user)',
  '{{name}}',
  '${7*7}',
  '=cmd|calc!A1',
  'a\r\nBcc: x@demo.example',
  '__proto__',
  'constructor',
  '٣',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
];

const nasty = fc.constantFrom(...NASTY);
const anyText = fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string({ unit: 'binary' }));
const anyValue = fc.oneof(
  anyText,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 53, -0, 1e308, [], {}, [[]], [null], { id: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Placeholder for an existing value: the index selects among those known under the field's name. */
export class Known {
  readonly name: string;
  readonly index: number;
  constructor(name: string, index: number) {
    this.name = name;
    this.index = index;
  }
}

const known = (name: string) => fc.nat({ max: 30 }).map((index) => new Known(name, index));

/** Generates values that match a JSON Schema. */
function fitting(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const { type, anyOf, oneOf, enum: listed, const: only } = schema;
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(listed)) return fc.constantFrom(...listed);
  const choices = (anyOf ?? oneOf) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, name)));
  switch (type) {
    case 'string':
      return fittingText(schema, name);
    case 'integer':
    case 'number':
      return fc.integer({ min: bound(schema['minimum'], -5), max: bound(schema['maximum'], 1_000_000) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const maxLength = Math.min(Number(schema['maxItems'] ?? 5), 5);
      const minLength = Math.min(Number(schema['minItems'] ?? 0), maxLength);
      return fc.array(fitting((schema['items'] ?? {}) as Schema, name.replace(/s$/, '')), { minLength, maxLength });
    }
    case 'object':
      return fittingObject(schema);
    default:
      return anyValue;
  }
}

function bound(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Math.abs(value) < 2 ** 31 ? value : otherwise;
}

/** Generates an object with all required fields, often also others, and with known values. */
export function fittingObject(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const fields = Object.entries(properties).map(([name, one]) => {
    const usual = {
      arbitrary: fc.oneof({ arbitrary: known(name), weight: 4 }, { arbitrary: fitting(one, name), weight: 2 }),
      weight: 1,
    };
    return [name, usual.arbitrary] as const;
  });
  const requiredKeys = ((schema['required'] ?? []) as string[]).filter((name) => name in properties);
  const named = fc.record(Object.fromEntries(fields), { requiredKeys });
  const more = schema['additionalProperties'];
  if (typeof more !== 'object' || fields.length > 0) return named;
  const key = fc.constantFrom('ru', 'en', 'a', 'bonus', 'message', 'toString');
  return fc.dictionary(key, fitting(more as Schema, ''), { maxKeys: 3 });
}

function fittingText({ pattern, format, maxLength }: Schema, name: string): fc.Arbitrary<unknown> {
  const day = fc.date({ min: new Date('1999-12-31'), max: new Date('2031-01-01'), noInvalidDate: true });
  if (format === 'date') return day.map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time') return day.map((date) => date.toISOString());
  if (format === 'binary') return known(name);
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  const longest = typeof maxLength === 'number' ? maxLength : 200;
  return anyText.map((text) => text.slice(0, longest));
}

/** Makes one mistake: a field that is missing, has another type, is doubled, or is unknown. */
export function broken(right: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  return fc.tuple(right, fc.nat(), fc.oneof(anyValue, anyText), fc.nat({ max: 4 })).map(([values, at, value, how]) => {
    const names = Object.keys(values);
    const name = names[at % (names.length || 1)];
    if (name === undefined || how === 4)
      return { ...values, [typeof value === 'string' ? value.slice(0, 30) : 'more']: value };
    const { [name]: had, ...rest } = values;
    if (how === 0) return rest;
    return { ...rest, [name]: how === 1 ? [had, had] : value };
  });
}

/** Random fields, unrelated to the schema. */
export const wild: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(anyText, anyValue, { maxKeys: 5 });

/** Bodies that are not a JSON object, and some that only resemble one. */
export const unreadable: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[]',
    'null',
    '"x"',
    '1',
    '{"a":1}{"a":2}',
    "{'a':1}",
    '\ufeff{}',
    '{"a":\ud800}',
    'NaN',
  ),
  fc.constantFrom('['.repeat(5_000), `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
