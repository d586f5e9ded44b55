import { afterwards } from '../afterwards.ts';
import { type Line, openAddress } from './address.ts';

export async function openLine(databaseUrl: string): Promise<Line> {
  const line = await openAddress(databaseUrl);
  afterwards(line.close);
  return line;
}
