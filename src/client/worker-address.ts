type Policy = { createScriptURL: (url: string) => string };

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
};

/** The one policy that the page's Content-Security-Policy knows: it lets a worker's address pass, if it is ours. */
const policy = trustedTypes?.createPolicy('atrium', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError(`${address} is not ours`);
    return address;
  },
});

/** An address from `?worker&url`, as `new Worker()` and `register()` take it where Trusted Types are enforced. */
export function workerAddress(address: string): string {
  return policy?.createScriptURL(address) ?? address;
}
