/** Names one attempt. Browsers keep `crypto.randomUUID` from pages that did not come over https. */
export function newUid(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The uid that a form has sent. It travels on as a header, so what can't be one is replaced. */
export function readUid(sent: string): string {
  return /^[\w-]{8,64}$/.test(sent) ? sent : newUid();
}
