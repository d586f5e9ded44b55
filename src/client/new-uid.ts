/** Idempotency key. `crypto.randomUUID` is missing on plain http. */
export function newUid(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A new uid if the sent one can't be a header value. */
export function readUid(sent: string): string {
  return /^[\w-]{8,64}$/.test(sent) ? sent : newUid();
}
