import type { Verification } from '#server/ledger/verify/verify-ledger.ts';

/** Findings as an operator reads them, without values that differ in each run: ids, hashes, times. */
export function told({ findings }: Pick<Verification, 'findings'>): string[] {
  const lines = findings.map(({ code, words }) =>
    `${code}: ${words}`
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replaceAll(/[0-9a-f]{16,}/g, '<hash>')
      .replaceAll(/\d{4}-\d\d-\d\d([T ][\d:.]+(Z|\+00)?)?/g, '<time>'),
  );
  return lines.toSorted();
}
