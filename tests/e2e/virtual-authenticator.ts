import type { Page } from 'playwright';

/** Gives the browser of this page a device that keeps passkeys and says yes to everything it is asked. */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
