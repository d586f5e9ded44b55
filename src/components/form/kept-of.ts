import type { APIContext } from 'astro';
import { KEPT_FORMS } from '#domain/kept-forms.ts';
import { pageAt } from '#domain/paths.ts';

/** What was typed into the form that was sent to this page, as far as its page keeps it: never a secret. */
export function keptOf({ locals, originPathname }: Pick<APIContext, 'locals' | 'originPathname'>) {
  const page = pageAt(originPathname.split('/').filter(Boolean).slice(1));
  if (!locals.posted || !page || !(page in KEPT_FORMS)) return undefined;
  const names: readonly string[] = KEPT_FORMS[page as keyof typeof KEPT_FORMS];
  return Object.fromEntries(Object.entries(locals.posted).filter(([name, value]) => names.includes(name) && value));
}
