import { CONSOLE_ROOT } from '#domain/console-paths.ts';

/** A page of the console to go back to; anything else leads to its first page. */
export function readConsoleReturn(wish: unknown): string {
  const isOurs = typeof wish === 'string' && /^\/operator(?:[/?][\w\-./?&=%+:~,]*)?$/.test(wish);
  return isOurs && !wish.includes('..') && !wish.startsWith(`${CONSOLE_ROOT}/api/`) ? wish : CONSOLE_ROOT;
}
