import type { Command, Outcome } from '#server/operator/cli/command.ts';

export function helpCommand(commands: () => readonly Command[]): Command {
  return {
    kind: 'alone',
    name: 'help',
    usage: 'help [COMMAND]',
    about: 'Says what commands there are, or how one of them is written',
    async run({ words }): Promise<Outcome> {
      const topic = words.join(' ');
      const matches = commands().filter(({ name }) => topic === '' || name === topic || name.startsWith(`${topic} `));
      if (matches.length === 0) return { refused: `There is no command “${topic}”. Try: help` };
      const list = matches.map(({ usage, about }) => `${usage}\n    ${about}.`).join('\n');
      return {
        words: `${list}\n\nEvery command takes --json; those that change something take --why TEXT and --by NAME.`,
        data: matches.map(({ name, usage, about }) => ({ name, usage, about })),
      };
    },
  };
}
