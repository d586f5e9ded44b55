import { type PlacesVerification, verifyPlaces } from '#server/ledger/verify/verify-places.ts';
import { type Command, countOf, type Outcome } from '#server/operator/cli/command.ts';
import { progressBar } from '#server/operator/cli/progress-bar.ts';
import { listFindings } from './list-findings.ts';

export const verifyPlacesCommand: Command = {
  kind: 'reads',
  name: 'places verify',
  usage: 'places verify',
  about: 'Replays how places were seated, and names each that is not where the rule puts it',
  async run(services) {
    const bar = process.stderr.isTTY ? progressBar(process.stderr) : undefined;
    const verification = await verifyPlaces(services, bar && { onProgress: bar.update });
    bar?.end();
    return describeResult(verification);
  },
};

function describeResult({ read, counts, findings, durationMs }: PlacesVerification): Outcome {
  const data = { right: findings.length === 0, read, duration_ms: Math.round(durationMs), counts, findings };
  const parts = [countOf(read.plans, 'plan'), countOf(read.places, 'place'), countOf(read.events, 'event')];
  const summary = `${parts.join(', ')} in ${(durationMs / 1000).toFixed(1)} s.`;
  if (findings.length === 0) return { words: `All places are where the rule puts them.\n${summary}`, data };
  return {
    wrong: [...listFindings('The places are not as their events say', { counts, findings }), summary].join('\n'),
    data,
  };
}
