type Policy = { createScriptURL: (url: string) => string };

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
};

/** The page's Content-Security-Policy allows this policy; it accepts only addresses of our origin. */
const policy = trustedTypes?.createPolicy('atrium', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError(`${address} is not ours`);
    return address;
  },
});

/** For `new Worker()` and `register()` under Trusted Types; `address` is from `?worker&url`. */
export function workerAddress(address: string): string {
  return policy?.createScriptURL(address) ?? address;
}
