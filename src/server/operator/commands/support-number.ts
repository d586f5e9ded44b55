/** The id of a request from the number that people say: `S-00042`, or only 42. */
export function readSupportNumber(text: string): number | undefined {
  const [, digits] = /^(?:s-)?(\d{1,9})$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
