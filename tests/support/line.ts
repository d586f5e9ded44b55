import { afterAll } from 'vitest';
import { type Line, openAddress } from './address.ts';

export async function openLine(databaseUrl: string): Promise<Line> {
  const line = await openAddress(databaseUrl);
  afterAll(line.close);
  return line;
}
