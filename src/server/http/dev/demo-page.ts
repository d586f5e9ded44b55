import { html } from 'hono/html';

/** A page for those who try the demo, without scripts or styles. */
export function demoPage(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}
