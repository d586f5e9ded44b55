import type { APIContext } from 'astro';
import { openKeptForm } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import type { KeptPage } from '#domain/kept-forms.ts';
import { PHOTO_FORM_MAX_BYTES } from '#domain/photo.ts';
import { foldPin } from '#domain/pin.ts';

/** `owner`: account that the form was rendered for. */
export type Form<Name extends string> = Record<Name | 'draft' | 'owner', string>;

const KEPT = 'kept';

type FormContext = Pick<APIContext, 'locals' | 'request'>;

/** Absent fields are empty, files are omitted; undefined for a GET. Later calls act for the form's owner. */
export async function readForm<Name extends string>(
  { locals, request }: FormContext,
  names: readonly Name[],
): Promise<Form<Name> | undefined> {
  if (request.method !== 'POST') return undefined;
  // A clone: the error page is rendered from the same request.
  const data = await request
    .clone()
    .formData()
    .catch(() => new FormData());
  const fields = [...names, 'draft' as const, 'owner' as const].map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' ? normaliseValue(name, value) : ''];
  });
  const form = Object.fromEntries(fields) as Form<Name>;
  // A draft acts for no account: it is only rendered again.
  locals.pageContext.actFor(isDraft(form) ? '' : form.owner);
  locals.posted = form;
  return form;
}

const PIN_FIELDS: readonly string[] = ['pin', 'pin_repeat'];

/** Calls accept only ASCII digits in a PIN. */
function normaliseValue(name: string, value: string): string {
  return PIN_FIELDS.includes(name) ? foldPin(value) : value;
}

/** Only rendered again: the language was switched, or the session had ended. */
export function isDraft(form: Form<never>): boolean {
  return form.draft !== '';
}

export function isKept(form: Form<never>): boolean {
  return form.draft === KEPT;
}

/** Restores what was typed before the session ended, as a draft. */
export async function readKeptForm<Name extends string>(
  { locals, request, url }: Pick<APIContext, 'locals' | 'request' | 'url'>,
  page: KeptPage,
  names: readonly Name[],
): Promise<Form<Name> | undefined> {
  const sealedForm = request.method === 'GET' && url.searchParams.get('kept');
  const answer = sealedForm ? await locals.call(openKeptForm, { page, kept: sealedForm }) : undefined;
  if (!answer?.success || !answer.data.values) return undefined;
  const { values } = answer.data;
  const fields = names.map((name) => [name, values[name] ?? '']);
  return { ...Object.fromEntries(fields), owner: '', draft: KEPT } as Form<Name>;
}

/** Without `photo` the current photo is removed. */
type PhotoForm = { photo?: File } | Pick<Refusal, 'status' | 'code'>;

/** The HTTP server withholds a too large body. A missing file becomes an empty one: none would mean removal. */
export async function readPhotoForm({ locals, request }: FormContext): Promise<PhotoForm> {
  if (Number(request.headers.get('content-length')) > PHOTO_FORM_MAX_BYTES) {
    return { status: 413, code: 'photo_too_large' };
  }
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined);
  if (!form) return { status: 400, code: 'unreadable' };
  const owner = form.get('owner');
  locals.pageContext.actFor(typeof owner === 'string' ? owner : '');
  if (form.get('act') === 'remove') return {};
  const photo = form.get('photo');
  return { photo: photo instanceof File ? photo : new File([], 'none') };
}
