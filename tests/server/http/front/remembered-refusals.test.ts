import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { visit } from '../../../support/app/http.ts';
import { openTestSite } from '../../../support/app/site.ts';
import { signInCookies } from '../../../support/app/sign-in-over-http.ts';

const { port, database } = await openTestSite({ env: { TRUSTED_PROXY_HOPS: '1' } });

const look = (path: string, from: string, cookies: Record<string, string> = {}) =>
  visit(port, path, { cookies, headers: { 'x-forwarded-for': from } });

test('an address that looks too often is told so without asking the database, and nobody else is', async () => {
  const resetsAt = new Date(Date.now() + 600_000);
  await database.db.execute(
    sql`insert into rate_limits (key, count, resets_at) values ('partnerAddress:192.0.2.7', 1000, ${resetsAt})`,
  );
  const first = await look('/en/partnerlink/anna', '192.0.2.7');
  expect([first.status, Number(first.headers['retry-after'])]).toEqual([429, expect.closeTo(570, -2)]);

  // From here on the database would let them in.
  await database.db.execute(sql`delete from rate_limits`);
  for (const path of ['/en/partnerlink/anna', '/de/partnerlink/ivan?x=1']) {
    const { status, headers } = await look(path, '192.0.2.7');
    expect([status, Number(headers['retry-after'])], path).toEqual([429, expect.closeTo(570, -2)]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  }
  expect((await look('/en/partnerlink/anna', '192.0.2.8')).status).toBe(200);
  expect((await look('/en/disclosure', '192.0.2.7')).status).toBe(200);
  const cookies = await signInCookies(port, 'anna');
  expect((await look('/en/dashboard/profile', '192.0.2.7', cookies)).status).toBe(200);
});
