import { parseArgs } from 'node:util';
import { type Command, flagsOf, type Orders } from '#server/operator/cli/command.ts';
import { commands } from '#server/operator/commands/index.ts';

type ParsedCommand = { command: Command; orders: Orders };

export function readOrders(argv: string[], operator: string): ParsedCommand | { refused: string } {
  if (argv.length === 0) return readOrders(['help'], operator);
  const command = commands.find(({ name }) => isPrefix(name.split(' '), argv));
  if (argv.includes('--help')) return readOrders(['help', ...helpTopic(command, argv)], operator);
  if (!command) {
    const isArea = commands.some(({ name }) => name.startsWith(`${argv[0]} `));
    return { refused: `There is no command “${commandWords(argv)}”. Try: help${isArea ? ` ${argv[0]}` : ''}` };
  }
  const args = argv.slice(command.name.split(' ').length);
  const parsed = parse(command, args);
  if ('refused' in parsed) return parsed;
  const { words, options } = parsed;
  const why = options['why'] ?? '';
  if (command.kind === 'changes' && why.trim() === '' && !options['dry-run']) {
    return { refused: `Give a reason with --why: ${command.usage}` };
  }
  return { command, orders: { words, options, operator: options['by'] ?? operator, why } };
}

function isPrefix(words: string[], argv: string[]): boolean {
  return words.every((word, index) => argv[index] === word);
}

function helpTopic(command: Command | undefined, argv: string[]): string[] {
  return command?.name.split(' ') ?? argv.filter((word) => !word.startsWith('-'));
}

function commandWords(argv: string[]): string {
  const flag = argv.findIndex((word) => word.startsWith('-'));
  return argv.slice(0, flag < 0 ? undefined : Math.max(1, flag)).join(' ');
}

function parse(command: Command, args: string[]): Pick<Orders, 'words' | 'options'> | { refused: string } {
  const flags = [...flagsOf(command)].map(([name, { hasValue }]) => {
    return [name, { type: hasValue ? 'string' : 'boolean' }] as const;
  });
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: Object.fromEntries(flags) });
    const optionEntries = Object.entries(values).map(([name, value]) => [name, String(value)]);
    return { words: positionals, options: Object.fromEntries(optionEntries) as Record<string, string> };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [, flag] = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? (/'(-[^']+)'/.exec(message) ?? []) : [];
    const problem = flag ? `“${command.name}” has no ${flag}.` : `${message}.`;
    return { refused: `${problem} Write: ${command.usage}` };
  }
}
