import { describeSeals, readState, verifySeals, writeState } from '#verify-seals';
import { harmless } from '#server/operator/cli/harmless.ts';
import type { Command } from '#server/operator/cli/command.ts';
import { progressBar } from '#server/operator/cli/progress-bar.ts';

/** From outside, as anybody can with the script that the site offers. */
export const verifySealsCommand: Command = {
  kind: 'alone',
  name: 'verify-seals',
  usage: 'verify-seals URL [--state FILE]',
  about:
    'Checks all daily seals and the public log of a site from outside, and with a file that nothing was rewritten since the last check',
  async run({ words: [site = ''], options: { state: file } }) {
    if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol)) {
      return { refused: `Give the address of a site: ${this.usage}` };
    }
    const kept = file === undefined ? undefined : readState(file, site);
    if (kept?.refused !== undefined) return { refused: harmless(kept.refused) };
    const bar = process.stderr.isTTY ? progressBar(process.stderr) : undefined;
    const onProgress = (share: number) => bar?.update('public log', share);
    const result = await verifySeals(site, { kept: kept?.state, onProgress });
    bar?.end();
    const words = harmless(describeSeals(result));
    const { state, ...data } = result;
    if (result.faults.length > 0) return { wrong: words, data };
    const problem = file === undefined ? undefined : writeState(file, state);
    return problem === undefined ? { words, data } : { refused: harmless(problem) };
  },
};
