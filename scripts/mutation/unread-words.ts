import type { Ignorer } from '@stryker-mutator/api/ignore';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

type Node = { type: string; name?: string; callee?: Node; property?: Node };

/** Leaves out texts that no user reads: messages of programming errors and of the log. */
const unreadWords: Ignorer = {
  shouldIgnore(path) {
    const { type, callee } = (path as { node: Node }).node;
    if (type === 'NewExpression' && callee?.name === 'Error') return 'It is said to a programmer only.';
    if (type === 'CallExpression' && nameOf(callee) === 'log') return 'It is said to the log only.';
    return undefined;
  },
};

function nameOf(callee: Node | undefined): string | undefined {
  return callee?.name ?? callee?.property?.name;
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'unread-words', unreadWords)];
