const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether PostgreSQL would read it as a uuid, written as we write it. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
