import type { Refusal } from '#contracts/call.ts';
import { PHOTO_FORM_MAX_BYTES } from '#domain/photo.ts';

/** What the photo form wants; a form that can't be read says why. */
type PhotoForm = { photo?: File } | Pick<Refusal, 'status' | 'code'>;

/** The server hands no body on that was announced as too large; of one without a file it makes an empty one. */
export async function readPhotoForm(request: Request): Promise<PhotoForm> {
  if (Number(request.headers.get('content-length')) > PHOTO_FORM_MAX_BYTES) {
    return { status: 413, code: 'photo_too_large' };
  }
  const form = await request.formData().catch(() => undefined);
  if (!form) return { status: 400, code: 'unreadable' };
  if (form.get('act') === 'remove') return {};
  const photo = form.get('photo');
  return { photo: photo instanceof File ? photo : new File([], 'none') };
}
