import type { Handler } from 'hono';
import { html } from 'hono/html';
import type { Clock } from '#server/base/clock.ts';
import { DEMO_TOTP_SECRET, STAFF } from '#server/operator/seed/index.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { demoPage } from './demo-page.ts';
import type { HttpEnv } from '#server/api/request-info.ts';

export function demoCodes(clock: Clock): Handler<HttpEnv> {
  return (context) => {
    context.header('cache-control', 'no-store');
    return context.html(
      demoPage(
        'Demo codes',
        html` <h1>${totpCode(DEMO_TOTP_SECRET, clock.now())}</h1>
          <p>The code of everybody at the demo’s console, for 30 seconds, once each.</p>
          <ul>
            ${STAFF.map(({ email, role }) => html`<li>${email} (${role})</li>`)}
          </ul>`,
      ),
    );
  };
}
