import worker from '#client/offline/worker.ts?worker&url';

type Policy = { createScriptURL: (url: string) => string };

/** From the first touch on the phone keeps built files. A browser that can't or may not does without. */
export function watchLine(): void {
  void navigator.serviceWorker?.register(trusted(), { scope: '/' }).catch(() => {});
}

/** The page's Content-Security-Policy lets nothing but this file through this policy. */
function trusted(): string {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } };
  return trustedTypes?.createPolicy('offline', { createScriptURL: () => worker }).createScriptURL(worker) ?? worker;
}
