import type { AstroGlobal } from 'astro';
import { askForPhoto, savePhoto } from '#contracts/photo.ts';
import { refusalOf, renderedOf } from '#contracts/refused.ts';
import { path } from '#domain/paths.ts';
import { readPhotoForm } from '#islands/shared/read-form.server.ts';

export async function photo(page: AstroGlobal) {
  const { call, language, t } = page.locals;
  const isPosted = page.request.method === 'POST';
  // Checks the session before the form is read, which may be megabytes.
  const permission = await call(askForPhoto);
  const form = isPosted && permission.success ? await readPhotoForm(page) : undefined;
  const formRefusal = form && 'code' in form ? { ...form, detail: t(`refusals:${form.code}`) } : undefined;
  const answer = form && !('code' in form) ? await call(savePhoto, form) : undefined;
  if (answer?.success) {
    const done = answer.data.photo ? 'photo-saved' : 'photo-removed';
    return page.redirect(path(language, 'settings', { done }), 303);
  }
  const refusal = formRefusal ?? refusalOf(answer) ?? (isPosted ? refusalOf(permission) : undefined);
  if (refusal) page.response.status = refusal.status;
  return renderedOf(refusal);
}
