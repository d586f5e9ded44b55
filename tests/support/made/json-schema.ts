type Schema = Record<string, unknown>;

/** All `$ref` of a document without a target. */
export function danglingRefs(document: unknown): string[] {
  const refs: string[] = [];
  JSON.stringify(document, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && !resolveRef(document, value)) refs.push(value);
    return value;
  });
  return refs;
}

export function resolveRef(document: unknown, ref: string): Schema | undefined {
  const steps = ref.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>((at, step) => (at as Schema | undefined)?.[step], document) as Schema | undefined;
}
