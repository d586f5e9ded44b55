import * as z from 'zod/mini';
import { accrualLabels } from '#contracts/accruals.ts';
import type { BatchLabels } from '#server/ledger/index.ts';

/** `wrong` is the first faulty path, or the JSON parser's message. */
export function readAccrualLabels(text: string): { labels: BatchLabels } | { wrong: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { wrong: (error as Error).message };
  }
  const parsed = z.safeParse(accrualLabels, value);
  if (parsed.success) return { labels: parsed.data };
  const place = parsed.error.issues[0]?.path.map(String).join('.');
  return { wrong: place || 'it is not {"reason": {"ru": "…"}}' };
}
