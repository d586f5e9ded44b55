export type Form<Name extends string> = Record<Name | 'draft', string>;

/** The named fields of a posted form, absent ones empty, files left out; nothing when no form was posted. */
export async function readForm<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Form<Name> | undefined> {
  if (request.method !== 'POST') return undefined;
  const data = await request.formData().catch(() => new FormData());
  const fields = [...names, 'draft' as const].map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' ? value : ''];
  });
  return Object.fromEntries(fields) as Form<Name>;
}

/** A form that only wants to be drawn again with what is typed so far: its language is being switched. */
export function isDraft(form: Form<never>): boolean {
  return form.draft !== '';
}
