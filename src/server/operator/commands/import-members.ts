import { type ImportCounts, importMembers } from '#server/operator/import/index.ts';
import { type Command, countOf } from '#server/operator/cli/command.ts';
import { progressBar } from '#server/operator/cli/progress-bar.ts';

export const importMembersFile: Command = {
  kind: 'changes',
  name: 'members import',
  usage: 'members import FILE [--dry-run] --why TEXT',
  about:
    'Creates members from a CSV file (username,email,name,inviter,registered_at,status and, if wanted, language,state), all of them or none. Those that are members already are left as they are. Nobody is emailed: everybody sets a password by “Forgot password”',
  async run(services, { words: [file = ''], options }, tx) {
    if (file === '') return { refused: `Name a file: ${this.usage}` };
    const bar = process.stderr.isTTY ? progressBar(process.stderr) : undefined;
    const dryRun = options['dry-run'] !== undefined;
    const imported = await importMembers(tx, services, { file, dryRun, onProgress: bar?.update });
    bar?.end();
    switch (imported.state) {
      case 'unreadable':
        return { refused: `Nothing was imported. ${imported.words}` };
      case 'wrong':
        return { refused: wrongLines(imported) };
      case 'checked':
        return {
          words: wordsOf(imported.counts, 'to import. Nothing was imported now'),
          data: dataOf(imported.counts),
          unchanged: true,
        };
      case 'imported':
        return {
          words: wordsOf(imported.counts, 'imported'),
          data: dataOf(imported.counts),
          after: dataOf(imported.counts),
        };
    }
  },
};

type WrongFile = Extract<Awaited<ReturnType<typeof importMembers>>, { state: 'wrong' }>;

function wrongLines({ count, first }: WrongFile): string {
  const lines = first.map(({ line, column, words }) => `Line ${line}, ${column}: ${words}`);
  const more = count > first.length ? [`… and ${count - first.length} more.`] : [];
  return [`Nothing was imported: ${countOf(count, 'fault')} in the file.`, ...lines, ...more].join('\n');
}

function wordsOf({ rows, added, known, differing, tops, beforeInviter }: ImportCounts, ending: string): string {
  if (added === 0) return `All ${countOf(rows, 'line')} are members already. Nothing was imported.`;
  return [
    `${countOf(added, 'member')} ${ending}, ${tops} of them at the top of a tree.`,
    known > 0 &&
      `${countOf(known, 'line')} are members already and stay as they are, ${differing} with another name or e-mail here.`,
    beforeInviter > 0 &&
      `${countOf(beforeInviter, 'member')} registered before their inviter; that is kept as written.`,
  ]
    .filter(Boolean)
    .join('\n');
}

function dataOf({ beforeInviter, ...counts }: ImportCounts) {
  return { ...counts, before_inviter: beforeInviter };
}
