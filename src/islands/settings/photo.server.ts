import type { AstroGlobal } from 'astro';
import { askForPhoto, savePhoto } from '#contracts/photo.ts';
import { refusalOf, renderedOf } from '#contracts/refused.ts';
import { path } from '#domain/paths.ts';
import { readPhotoForm } from '#islands/shared/read-form.server.ts';

export async function photo(page: AstroGlobal) {
  const { call, language, t } = page.locals;
  const isPosted = page.request.method === 'POST';
  // Checks the session before the form is read, which may be megabytes.
  const asked = await call(askForPhoto);
  const form = isPosted && asked.success ? await readPhotoForm(page) : undefined;
  const unread = form && 'code' in form ? { ...form, detail: t(`refusals:${form.code}`) } : undefined;
  const saved = form && !('code' in form) ? await call(savePhoto, form) : undefined;
  if (saved?.success) {
    const done = saved.data.photo ? 'photo-saved' : 'photo-removed';
    return page.redirect(path(language, 'settings', { done }), 303);
  }
  const refusal = unread ?? refusalOf(saved) ?? (isPosted ? refusalOf(asked) : undefined);
  if (refusal) page.response.status = refusal.status;
  return renderedOf(refusal);
}
