import { CONSOLE_ROOT, isOfConsole } from '#domain/console-paths.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';

/** Where somebody goes on who asked for this address in vain: members and staff have front pages of their own. */
export function frontPage(asked: string, language: Language): string {
  return isOfConsole(asked) ? CONSOLE_ROOT : path(language, 'profile');
}
