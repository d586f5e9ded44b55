import { fileURLToPath } from 'node:url';
import { type Command, flagsOf, type Outcome } from '#server/operator/cli/command.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    kind: 'alone',
    name: 'completion',
    usage: 'completion bash|zsh',
    about:
      'Prints a script that defines the shell function “operator” and completes its commands and flags: source <(npm run --silent operator -- completion bash)',
    async run({ words: [shell = ''] }): Promise<Outcome> {
      const write = { bash, zsh }[shell];
      if (!write) return { refused: `Name the shell: ${this.usage}` };
      const script = write(listChoices(commands()));
      return { words: script, data: { script } };
    },
  };
}

function listChoices(commands: readonly Command[]): Map<string, string[]> {
  const choices = new Map<string, string[]>();
  for (const command of commands) {
    const words = command.name.split(' ');
    for (const [index, word] of words.entries()) {
      const prefix = words.slice(0, index).join(' ');
      const nextWords = choices.get(prefix) ?? [];
      if (!nextWords.includes(word)) choices.set(prefix, [...nextWords, word]);
    }
    choices.set(
      command.name,
      [...flagsOf(command).keys()].map((flag) => `--${flag}`),
    );
  }
  return choices;
}

/** Longest names first: “members list” must match before “members”. */
function cases(choices: Map<string, string[]>): string {
  const longestFirst = [...choices].sort(([a], [b]) => b.length - a.length);
  return longestFirst
    .map(([typed, words]) => `    ${typed === '' ? "''" : `'${typed}'|'${typed} '*`}) choices='${words.join(' ')}' ;;`)
    .join('\n');
}

const runner = `operator() { npm --prefix '${ROOT.replaceAll("'", String.raw`'\''`)}' run --silent operator -- "$@"; }`;

const bash = (choices: Map<string, string[]>) => `${runner}
_operator() {
  local choices typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  case "$typed" in
${cases(choices)}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _operator operator`;

const zsh = (choices: Map<string, string[]>) => `${runner}
_operator() {
  local choices typed="\${(j: :)words[2,CURRENT-1]}"
  case "$typed" in
${cases(choices)}
  esac
  compadd -- \${=choices} || _files
}
compdef _operator operator`;
