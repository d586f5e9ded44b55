import type { APIContext } from 'astro';
import { openKeptForm } from '#contracts/auth.ts';
import type { KeptPage } from '#domain/kept-forms.ts';
import { type Form, KEPT } from './read-form.ts';

/** What somebody typed before their session ended: drawn again, like a draft, and sent by nobody but them. */
export async function readKeptForm<Name extends string>(
  { locals, request, url }: Pick<APIContext, 'locals' | 'request' | 'url'>,
  page: KeptPage,
  names: readonly Name[],
): Promise<Form<Name> | undefined> {
  const kept = request.method === 'GET' && url.searchParams.get('kept');
  const opened = kept ? await locals.call(openKeptForm, { page, kept }) : undefined;
  if (!opened?.success || !opened.data.values) return undefined;
  const { values } = opened.data;
  const fields = names.map((name) => [name, values[name] ?? '']);
  return { ...Object.fromEntries(fields), owner: '', draft: KEPT } as Form<Name>;
}
