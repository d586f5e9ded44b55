import type { Page } from 'playwright';

/** Holds matching requests until the returned function is called. */
export async function holdUp(page: Page, addresses: string | RegExp): Promise<() => void> {
  const line = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await line.promise;
    await route.continue();
  });
  return line.resolve;
}
