import type { Command, Outcome } from '#server/operator/cli/command.ts';

export function helpOn(commands: () => readonly Command[]): Command {
  return {
    kind: 'alone',
    name: 'help',
    usage: 'help [COMMAND]',
    about: 'Says what commands there are, or how one of them is written',
    async run({ words }): Promise<Outcome> {
      const asked = words.join(' ');
      const found = commands().filter(({ name }) => asked === '' || name === asked || name.startsWith(`${asked} `));
      if (found.length === 0) return { refused: `There is no command “${asked}”. Try: help` };
      const list = found.map(({ usage, about }) => `${usage}\n    ${about}.`).join('\n');
      return {
        words: `${list}\n\nEvery command takes --json; those that change something take --why TEXT and --by NAME.`,
        data: found.map(({ name, usage, about }) => ({ name, usage, about })),
      };
    },
  };
}
