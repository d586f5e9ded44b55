import type { Verification } from '#server/ledger/verify/verify-ledger.ts';
import { countOf } from '#server/operator/cli/command.ts';

/** Lines: how many findings there are, those that are listed, and how many of each kind are not. */
export function listFindings(what: string, { counts, findings }: Pick<Verification, 'counts' | 'findings'>): string[] {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const unlistedLines = Object.entries(counts).flatMap(([code, count]) => {
    const unlisted = count - findings.filter((finding) => finding.code === code).length;
    return unlisted > 0 ? [`… and ${unlisted} more of ${code}.`] : [];
  });
  return [`${what}: ${countOf(total, 'problem')}.`, ...findings.map(({ words }) => `- ${words}`), ...unlistedLines];
}
