import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { html, raw } from 'hono/html';
import type { Contract } from '#contracts/contract.ts';
import { type Area, type Operation, operationsOf } from '#contracts/operations.ts';
import type { Schema } from '#server/api/example.ts';
import { openApiDocument } from '#server/api/openapi.ts';
import { lazily } from '#server/base/lazily.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import { firstCall, rules } from './api-docs-intro.ts';
import { API_DOCS_STYLE } from './api-docs-style.ts';
import { fieldsOf, typeOf } from './schema-fields.ts';

type Media = Record<string, { schema: Schema; example?: unknown }>;
type OperationDoc = {
  summary: string;
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Schema;
    example?: unknown;
  }[];
  requestBody?: { content: Media };
  responses: Record<string, { description: string; content: Media }>;
};
type About = { productName: string; publicOrigin: string };

/** The hash in the policy covers every character between the tags. */
const STYLE_TAG = raw(`<style>${API_DOCS_STYLE}</style>`);
const HASH = createHash('sha256').update(API_DOCS_STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const CALLERS: Record<Contract['caller'], string> = {
  anyone: 'anyone',
  member: 'a member: the session cookies of a browser, or an access token as bearer',
  operator: 'the operator: a key of OPERATOR_KEY as bearer',
  staff: 'a person at the console, signed in there',
  node: 'the member node: a signature of Standard Webhooks',
};

/** The OpenAPI document as one page for people, without a script. */
export function apiDocs(areas: readonly Area[], about: About): MiddlewareHandler<HttpEnv> {
  const page = lazily(() => String(render(areas, about)));
  return async (context) => {
    context.header('content-security-policy', POLICY);
    context.header('x-robots-tag', 'noindex');
    context.header('cache-control', 'public, max-age=300');
    return context.html(page());
  };
}

function render(areas: readonly Area[], about: About) {
  const { paths } = openApiDocument(areas, about);
  const isOfMembers = operationsOf(areas).some(({ contract }) => contract.caller === 'member');
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
        <header>
          <h1>API of ${about.productName}</h1>
          <p>
            Every call is at <code>${about.publicOrigin}</code>. For programs:
            <a href="${isOfMembers ? '/api/openapi.json' : '/operator/api/openapi.json'}">OpenAPI 3.1</a>.
          </p>
        </header>
        ${isOfMembers ? firstCall(about) : ''} ${rules()}
        <nav aria-labelledby="areas">
          <h2 id="areas">Areas</h2>
          <ul>
            ${areas.map(({ name, about: words }) => html`<li><a href="#${name}">${name}</a> ${words}</li> `)}
          </ul>
        </nav>
        <main>
          ${areas.map(
            (area) => html`
              <section aria-labelledby="${area.name}">
                <h2 id="${area.name}">${area.name}</h2>
                <p>${area.about}</p>
                ${operationsOf([area]).map((item) =>
                  call(item, paths[item.contract.path]?.[item.contract.method.toLowerCase()] as OperationDoc, about),
                )}
              </section>
            `,
          )}
        </main>
      </body>
    </html>`;
}

function call({ id, contract }: Operation, operationDoc: OperationDoc, about: About) {
  const { method, path, caller, success, refusals: ownRefusals } = contract;
  const { summary, parameters, requestBody, responses } = operationDoc;
  const { [success]: successResponse, ...refusals } = responses;
  const bodies = Object.entries(requestBody?.content ?? {});
  const answers = Object.entries(successResponse?.content ?? {});
  const parameterRows = parameters.map(({ name, in: place, required, schema, description }) => [
    name,
    `${typeOf(schema)}${description ? `. ${description}` : ''}`,
    `${place}, ${required ? 'required' : 'optional'}`,
  ]);
  const inputRows = bodies.slice(0, 1).flatMap(([, { schema }]) => rowsOf(schema));
  const types = bodies.map(([type]) => type).join(' or ');
  return html`
    <article id="${id}">
      <h3>${id}</h3>
      <p class="path"><code>${method} ${path}</code></p>
      <p>${summary}</p>
      <p>For ${CALLERS[caller]}.</p>
      <details>
        <summary>Example</summary>
        <pre>${curl(contract, operationDoc, about)}</pre>
        ${answers.map(([type, { example }]) =>
          example === undefined
            ? html`<p>${success}, ${type}</p>`
            : html`<pre>${JSON.stringify(example, null, 2)}</pre>`,
        )}
      </details>
      <details>
        <summary>Fields and refusals${ownRefusals.length > 0 ? `: ${ownRefusals.join(', ')}` : ''}</summary>
        ${parameterRows.length > 0 ? table('Parameters', ['Name', 'Type', 'Where'], parameterRows) : ''}
        ${inputRows.length > 0 ? table(`Input: ${types}`, ['Field', 'Type', ''], inputRows) : ''}
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
      </details>
    </article>
  `;
}

/** The example request as a command; what the query may leave out is left out. */
function curl({ path, caller, uid, takes }: Contract, { parameters, requestBody }: OperationDoc, about: About): string {
  const examples = new Map(parameters.map(({ name, example }) => [name, String(example)]));
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(examples.get(name) ?? ''));
  const needed = parameters.filter(({ in: place, required }) => place === 'query' && required);
  const query = new URLSearchParams(needed.map(({ name }) => [name, examples.get(name) ?? '']));
  const body = requestBody?.content['application/json']?.example;
  return [
    `curl '${about.publicOrigin}${address}${query.size > 0 ? `?${query}` : ''}'`,
    ...(['member', 'operator', 'staff'].includes(caller) ? [`-H 'Authorization: Bearer ACCESS'`] : []),
    ...(uid ? [`-H 'ETag: "0192f0c47a1e7c559b1d3f6f1f0c2a77"'`] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
    ...(takes ? [`-F file=@FILE`] : []),
  ].join(' \\\n  ');
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
