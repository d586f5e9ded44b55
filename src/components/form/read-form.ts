/** `owner` is whom it was drawn for, where what is typed may have to wait for them. */
export type Form<Name extends string> = Record<Name | 'draft' | 'owner', string>;

/** A draft that comes from a session that has ended. */
export const KEPT = 'kept';

/** The named fields of a posted form, absent ones empty, files left out; nothing when no form was posted. */
export async function readForm<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Form<Name> | undefined> {
  if (request.method !== 'POST') return undefined;
  const data = await request.formData().catch(() => new FormData());
  const fields = [...names, 'draft' as const, 'owner' as const].map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' ? value : ''];
  });
  return Object.fromEntries(fields) as Form<Name>;
}

/** A form that only wants to be drawn again with what is typed so far: its language is switched, its session over. */
export function isDraft(form: Form<never>): boolean {
  return form.draft !== '';
}

export function isKept(form: Form<never>): boolean {
  return form.draft === KEPT;
}
