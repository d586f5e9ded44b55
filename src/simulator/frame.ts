import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

export function frame(title: string, content: Html) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/simulator.css" />
      </head>
      <body>
        <h1>${title}</h1>
        <p>It stands in for the member node’s QPayments service. No money moves.</p>
        ${content}
      </body>
    </html>`;
}

export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-inline-size: 50rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
label { display: block }
input:not([type=checkbox]), select, button { font: inherit; min-block-size: 2.75rem }
li { padding-block: 0.75rem }
li form { display: inline-block; margin-inline-end: 0.5rem }
form + form { margin-block-start: 1rem }
small { display: block }
`;
