/** Orders by time, then id. */
export type TimeCursor = { at: Date; id: string };

export function writeTimeCursor(at: Date, id: string): string {
  return `${at.getTime().toString(36)}-${id}`;
}

export function readTimeCursor(cursor: string): TimeCursor | undefined {
  const [, time = '', id = ''] = /^([0-9a-z]{1,9})-([0-9a-f-]{1,36})$/.exec(cursor) ?? [];
  return id ? { at: new Date(Number.parseInt(time, 36)), id } : undefined;
}
