import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';
import { newAddress } from '../app/api.ts';

type Profile = { context: BrowserContext; first: Page; protocol: CDPSession };

/**
 * Browser profiles that tests use one after another, without cookies and storage of the test before. A new profile
 * costs a third more time: its renderer has to start, and its cache is empty.
 */
export function openProfiles(browser: Browser, origin: string) {
  const free = new Map<string, Profile[]>();
  const contexts: BrowserContext[] = [];

  async function create(options: BrowserContextOptions): Promise<Profile> {
    const context = await browser.newContext({ baseURL: origin, ...options });
    contexts.push(context);
    context.setDefaultTimeout(10_000);
    await context.addInitScript(tellOfBrokenPolicies);
    // An open page keeps the renderer alive, which later pages share.
    const first = await context.newPage();
    await first.goto('/robots.txt');
    return { context, first, protocol: await context.newCDPSession(first) };
  }

  return {
    /** A page, and a function that takes its profile back. Nobody has used or will use a profile that `isNew`. */
    async take(options: BrowserContextOptions, isNew: boolean): Promise<{ page: Page; giveBack(): Promise<void> }> {
      const key = JSON.stringify(options);
      const others = free.get(key) ?? [];
      free.set(key, others);
      const profile = (isNew ? undefined : others.pop()) ?? (await create(options));
      const { context, first, protocol } = profile;
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress(), ...options.extraHTTPHeaders });
      await context.clearCookies();
      await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
      const giveBack = async () => {
        if (isNew) return context.close();
        await Promise.all(context.pages().map((page) => page !== first && page.close()));
        await Promise.all([
          context.unrouteAll({ behavior: 'ignoreErrors' }),
          context.clearPermissions(),
          context.setOffline(false),
        ]);
        others.push(profile);
      };
      return { page: await context.newPage(), giveBack };
    },
    close: () => Promise.all(contexts.map((context) => context.close())),
  };
}

/** The console lacks some violations: those that are reported to an endpoint, and those of report-only policies. */
function tellOfBrokenPolicies(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    console.error(`Policy broken: ${effectiveDirective} ${blockedURI} ${sourceFile}`);
  });
}
