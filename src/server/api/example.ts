import { z } from 'zod';

/** The parts of JSON schema that our contracts use. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

const ID = '0192f0c4-7a1e-7c55-9b1d-3f6f1f0c2a77';
const TIME = '2026-11-27T09:30:00.000Z';
const HASH = 'a3f1c0de5b7e4d92'.repeat(4);

/** Values by the name of a field. A value that the schema refuses is left out. */
const BY_NAME: Record<string, unknown> = {
  id: ID,
  username: 'anna',
  login: 'anna',
  inviter: 'root',
  name: 'Anna Weber',
  email: 'anna@example.org',
  password: 'Demo-2026!',
  old: 'Demo-2026!',
  new: 'Spring-2027!',
  new_repeat: 'Spring-2027!',
  password_repeat: 'Demo-2026!',
  pin: '4826',
  pin_repeat: '4826',
  code: '482910',
  destination: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
  month: '2026-11',
  amount: '120.00',
  available: '1280.00',
  held: '120.00',
  total: '1400.00',
  daily_limit: '500.00',
  daily_left: '380.00',
  balance: '1280.00',
  earned: '2150.00',
  detail: 'Set a PIN first.',
  words: 'What’s four plus three?',
  token: 'dG9rZW4tb2YtYS1xdWVzdGlvbg',
  node_id_pattern: '^[A-Za-z0-9]{16,64}$',
  known_destination: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
  fee: '1.00',
  minimum: '10.00',
  price: '100.00',
  paid: '100.00',
  currency: 'USDT',
  number: 'S-00042',
  message: 'My payment has not arrived.',
  reason: 'Asked by the member',
  day: '2026-11-27',
  from: '2026-11-01',
  to: '2026-11-27',
  plan: 'licenses-1',
  next: null,
  search: 'anna',
  agreed: '18.1.2',
  access: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl',
  refresh: 'cmVmcmVzaC10b2tlbi1vZi1hbm5h',
  title: 'Portico',
  root: HASH,
  previous: HASH,
  nonce: HASH,
  path: HASH,
  public_key: HASH,
};

/** A value that fits a JSON schema, chosen by the name of its field where one is known. */
export function exampleOf(schema: Schema, name = ''): unknown {
  const preset = BY_NAME[name];
  if (preset !== undefined && z.fromJSONSchema(schema as never).safeParse(preset).success) return preset;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name);
  const [type] = [schema.type].flat();
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return schema.items ? [exampleOf(schema.items, singular(name))] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(schema);
  }
}

function objectOf({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const needed = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(needed.map(([name, field]) => [name, exampleOf(field, name)]));
}

function textOf({ format, pattern, minLength = 0 }: Schema): string {
  if (format === 'uri') return 'https://atrium.example/en/partnerlink/anna';
  if (format === 'date-time') return TIME;
  if (format === 'date') return TIME.slice(0, 10);
  if (pattern) return patternExample(pattern);
  return 'text'.padEnd(minLength, '…');
}

/** Digits satisfy the patterns of counts and days; other patterns need a value by name. */
function patternExample(pattern: string): string {
  const regExp = new RegExp(pattern);
  return ['10', '2026-11-27', ID, 'anna'].find((text) => regExp.test(text)) ?? '';
}

function singular(name: string): string {
  return name.endsWith('s') ? name.slice(0, -1) : name;
}
