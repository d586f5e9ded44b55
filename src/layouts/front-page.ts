import { CONSOLE_ROOT, isOfConsole } from '#domain/console-paths.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';

/** Start page that an error page links to: members and staff have different ones. */
export function frontPage(address: string, language: Language): string {
  return isOfConsole(address) ? CONSOLE_ROOT : path(language, 'profile');
}
