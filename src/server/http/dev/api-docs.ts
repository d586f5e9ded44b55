import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { html, raw } from 'hono/html';
import type { Contract } from '#contracts/contract.ts';
import { openApiDocument } from '#server/api/openapi.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import { fieldsOf, type Schema, typeOf } from './schema-fields.ts';

type Media = Record<string, { schema: Schema }>;
type Operation = {
  summary: string;
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Media };
  responses: Record<string, { description: string; content: Media }>;
};

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin-inline: auto; padding: 1rem; color-scheme: light dark }
h3 { margin-block-start: 2.5rem; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem }
caption { text-align: start; font-weight: 600; padding-block: 0.5rem }
th, td { text-align: start; vertical-align: top; padding: 0.25rem 0.5rem; border: 1px solid #8886; overflow-wrap: anywhere }
nav ul { columns: 14rem }
`;
/** In one piece: the hash is of every character between the tags. */
const STYLE_TAG = raw(`<style>${STYLE}</style>`);
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const CALLERS: Record<Contract['caller'], string> = {
  anyone: 'anyone',
  member: 'a member: the session cookies of a browser, or an access token as bearer',
  operator: 'the operator: a key of OPERATOR_KEY as bearer',
  staff: 'somebody at the console, with a session of their own',
  node: 'the member node: a signature of Standard Webhooks',
};

/** The OpenAPI document as one page for people, without a script. */
export function apiDocs(
  contracts: readonly Contract[],
  about: { productName: string; publicOrigin: string },
): MiddlewareHandler<HttpEnv> {
  const page = String(render(contracts, about));
  return async (context) => {
    context.header('content-security-policy', POLICY);
    context.header('x-robots-tag', 'noindex');
    context.header('cache-control', 'public, max-age=300');
    return context.html(page);
  };
}

function render(contracts: readonly Contract[], about: { productName: string; publicOrigin: string }) {
  const { paths } = openApiDocument(contracts, about);
  const areas = [...Map.groupBy(contracts, ({ path }) => path.split('/')[2] ?? '')].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>API of ${about.productName}</title>
        ${STYLE_TAG}
      </head>
      <body>
        <h1>API of ${about.productName}</h1>
        <p>
          Every call at ${about.publicOrigin}. Amounts are texts with a decimal point. A refusal is JSON with a code, a
          sentence in the language of <code>Accept-Language</code>, and faults by field. The same for programs:
          <a href="/api/openapi.json">OpenAPI 3.1</a>.
        </p>
        <nav>
          <ul>
            ${areas.map(([area, { length }]) => html`<li><a href="#${area}">${area}</a> (${length})</li> `)}
          </ul>
        </nav>
        ${areas.map(
          ([area, calls]) => html`
            <section>
              <h2 id="${area}">${area}</h2>
              ${calls.map((contract) => {
                const operation = paths[contract.path]?.[contract.method.toLowerCase()] as Operation;
                return call(contract, operation);
              })}
            </section>
          `,
        )}
      </body>
    </html>`;
}

function call({ method, path, caller, success }: Contract, operation: Operation) {
  const { summary, parameters, requestBody, responses } = operation;
  const { [success]: done, ...refusals } = responses;
  const bodies = Object.entries(requestBody?.content ?? {});
  const answers = Object.entries(done?.content ?? {});
  const given = parameters.map(({ name, in: place, required, schema, description }) => [
    name,
    `${typeOf(schema)}${description ? `. ${description}` : ''}`,
    `${place}, ${required ? 'required' : 'optional'}`,
  ]);
  const sent = bodies.slice(0, 1).flatMap(([, { schema }]) => rowsOf(schema));
  const types = bodies.map(([type]) => type).join(' or ');
  return html`
    <article>
      <h3><code>${method} ${path}</code></h3>
      <p>${summary}</p>
      <p>For ${CALLERS[caller]}.</p>
      ${given.length > 0 ? table('Parameters', ['Name', 'Type', 'Where'], given) : ''}
      ${sent.length > 0 ? table(`Input: ${types}`, ['Field', 'Type', ''], sent) : ''}
      ${answers.map(([type, { schema }]) => {
        const rows = rowsOf(schema);
        const name = `Output: ${success}, ${type}`;
        return rows.length > 0 ? table(name, ['Field', 'Type', ''], rows) : html`<p>${name}, ${typeOf(schema)}.</p>`;
      })}
      ${table(
        'Refusals',
        ['Status', 'Codes'],
        Object.entries(refusals).map(([status, { description }]) => [status, description]),
      )}
    </article>
  `;
}

function rowsOf(schema: Schema): string[][] {
  const top = schema.anyOf ?? schema.oneOf ?? [schema];
  return top
    .flatMap((choice) => (choice.items ? fieldsOf(choice.items, '[].') : fieldsOf(choice)))
    .map(({ name, type, isRequired }) => [name, type, isRequired ? 'required' : 'optional']);
}

function table(caption: string, head: readonly string[], rows: readonly string[][]) {
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        ${head.map((cell) => html`<th>${cell}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
