import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { staff } from '#server/db/schema/index.ts';
import { seedStaff } from '#server/operator/seed/staff.ts';
import { openStaffSession } from '#server/operator/staff/session.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { emailOf } from '../support/people/staff.ts';
import { openStage, type Stage } from '../support/app/stage.ts';

/** A site with money and staff, and functions to open console pages as one of them. */
export async function openConsoleStage() {
  const site = await openStage({ money: true });
  await site.services.transaction((tx) => seedStaff(tx, site.services));
  const open = await openVisitors(site.origin);
  const visit = (options = {}) => open({ locale: 'en', ...options });
  const openAs = async (name: string, address: string, options = {}): Promise<Page> => {
    const page = await visit(options);
    await signInStaff(page, site, name);
    await page.goto(address);
    await untilAlive(page);
    return page;
  };
  return { site, visit, openAs };
}

/** Signs in at the console without the form, which has its own tests. */
export async function signInStaff(page: Page, stage: Stage, name: string): Promise<string> {
  const token = await staffToken(stage, name);
  const { hostname: domain } = new URL(stage.origin);
  const cookie = { domain, path: '/operator', httpOnly: true, sameSite: 'Strict' } as const;
  await page.context().addCookies([{ ...cookie, name: 'staff_session', value: token }]);
  return token;
}

/** Opens a session and returns the value of its cookie. */
export async function staffToken({ services }: Stage, name: string): Promise<string> {
  const [person] = await services.db
    .select()
    .from(staff)
    .where(eq(staff.email, emailOf(name)));
  if (!person) throw new Error(`Nobody at the console is called ${name}.`);
  const caller = { address: '192.0.2.1', userAgent: '', requestId: 'test', language: 'en' } as const;
  const { token } = await services.transaction((tx) => openStaffSession(tx, services, person, caller));
  return token;
}

/** Waits until every island is hydrated; before that, buttons of the console do nothing and fields are disabled. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr], main fieldset.bare:disabled'));
}
