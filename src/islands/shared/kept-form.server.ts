import type { APIContext } from 'astro';
import { KEPT_FORMS, type KeptPage } from '#domain/kept-forms.ts';
import { pageAt } from '#domain/paths.ts';

export function keptPage({ originPathname }: Pick<APIContext, 'originPathname'>): KeptPage | undefined {
  const page = pageAt(originPathname.split('/').filter(Boolean).slice(1));
  return page && page in KEPT_FORMS ? (page as KeptPage) : undefined;
}

/** Values of the posted form that its page may keep; never secrets. */
export function keptOf(context: Pick<APIContext, 'locals' | 'originPathname'>) {
  const { posted } = context.locals;
  const page = keptPage(context);
  if (!posted || !page) return undefined;
  const names: readonly string[] = KEPT_FORMS[page];
  return Object.fromEntries(Object.entries(posted).filter(([name, value]) => names.includes(name) && value));
}
