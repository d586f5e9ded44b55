import { desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Db } from '#server/db/connect.ts';
import { mailbox } from '#server/db/schema/index.ts';
import { demoPage } from './demo-page.ts';
import type { HttpEnv } from '#server/api/request-info.ts';

const SHOWN = 50;
/** Demo only. E-mails have inline styles, because mail clients need them. */
const EMAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

export function mailboxRoutes(db: Db): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  routes.use(async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });
  routes.get('/', async (context) => {
    const emails = await db.select().from(mailbox).orderBy(desc(mailbox.receivedAt)).limit(SHOWN);
    const rows = emails.map(
      (email) =>
        html`<li>
          <a href="/dev/mail/${email.mailId}">${email.subject}</a> → ${email.to}
          <pre>${linked(email.text)}</pre>
        </li>`,
    );
    return context.html(
      demoPage(
        'Demo mailbox',
        html` <h1>Demo mailbox</h1>
          ${
            rows.length > 0
              ? html`<ol>
                  ${rows}
                </ol>`
              : html`<p>No emails yet.</p>`
          }`,
      ),
    );
  });
  routes.get('/:id{[0-9a-f-]{36}}', async (context) => {
    const [email] = await db
      .select()
      .from(mailbox)
      .where(eq(mailbox.mailId, context.req.param('id')));
    if (!email) return context.text('No such email.', 404);
    context.header('content-security-policy', EMAIL_POLICY);
    return context.html(email.html);
  });
  return routes;
}

function linked(text: string) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return parts.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${raw('')}${part}`));
}
