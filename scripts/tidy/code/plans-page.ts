import { plansSchema } from '../../../src/server/members/places/plans-file.ts';

type Schema = {
  type?: string | string[];
  description?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

const HEAD = `# The file of plans

The JSON file of \`plans apply\`, which the console's editor has too. This page is written by \`npm run generate\` from [plans-file.ts](../src/server/members/places/plans-file.ts).

- \`npm run operator -- plans template plans.json\` writes a complete example, \`plans schema plans.schema.json\` the JSON schema. Beside the file, an editor explains and checks each field by it.
- \`plans apply plans.json --dry-run\` lists errors or changes. The file has all plans; a missing one is refused.
- **Texts** are \`{ "ru": "…", "en": "…" }\` with the languages \`ru\`, \`en\`, \`fr\`, \`de\`, \`tamil\`, \`hindi\`. The default language (\`ru\` without a [brand](recipes/brand-the-site.md)) is required and shown where another is missing.
- **Amounts** are text with a decimal point and at most six decimals: \`"49.90"\`.

\`{ "plans": [ … ] }\` holds at most 1,000 plans, each with:

`;

const COLUMNS = ['Field', 'Value', 'Meaning'];

/** Fields of a plan, from the schema. */
export function plansPage(): string {
  const plan = (plansSchema() as Schema).properties?.['plans']?.items;
  const rows = [COLUMNS, ...rowsOf(plan, '')].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [HEAD + lines[0], rule, ...lines.slice(1), ''].join('\n');
}

function rowsOf(schema: Schema | undefined, prefix: string): string[][] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const inner = innerOf(field);
    const row = [`\`${path}\``, valueOf(field), field.description ?? ''];
    return inner.properties && !isTexts(inner) ? [row, ...rowsOf(inner, `${path}.`)] : [row];
  });
}

/** Without null. */
function innerOf(field: Schema): Schema {
  return field.anyOf?.find(({ type }) => type !== 'null') ?? field;
}

function isTexts({ properties }: Schema): boolean {
  return properties?.['ru'] !== undefined;
}

function valueOf(field: Schema): string {
  const inner = innerOf(field);
  const orNull = inner !== field || (Array.isArray(field.type) && field.type.includes('null')) ? ' or null' : '';
  return `${kindOf(inner)}${orNull}`;
}

function kindOf(field: Schema): string {
  if (isTexts(field)) return 'texts';
  if (field.enum) return field.enum.map((value) => `\`${value}\``).join(', ');
  if (field.minimum !== undefined) return `${field.minimum} to ${field.maximum}`;
  if (field.maxItems !== undefined) return `list of at most ${field.maxItems}`;
  if (field.properties) return 'object';
  return field.pattern?.startsWith('^\\d') ? 'amount' : 'text';
}
