import type { APIContext } from 'astro';
import { KEPT_FORMS, type KeptPage } from '#domain/kept-forms.ts';
import { pageAt } from '#domain/paths.ts';

/** The page that this is, where it is one whose form comes back filled. */
export function keptPage({ originPathname }: Pick<APIContext, 'originPathname'>): KeptPage | undefined {
  const page = pageAt(originPathname.split('/').filter(Boolean).slice(1));
  return page && page in KEPT_FORMS ? (page as KeptPage) : undefined;
}

/** What was typed into the form that was sent to this page, as far as its page keeps it: never a secret. */
export function keptOf(context: Pick<APIContext, 'locals' | 'originPathname'>) {
  const { posted } = context.locals;
  const page = keptPage(context);
  if (!posted || !page) return undefined;
  const names: readonly string[] = KEPT_FORMS[page];
  return Object.fromEntries(Object.entries(posted).filter(([name, value]) => names.includes(name) && value));
}
