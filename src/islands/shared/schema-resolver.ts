import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';

type Issue = { path: PropertyKey[]; message: string };
type Parsed<Output> = { success: true; data: Output } | { success: false; error: { issues: readonly Issue[] } };

/** Reports the first fault of each field. @hookform/resolvers needs 3 kB for the same. */
export function schemaResolver<Values extends FieldValues, Output extends FieldValues>(
  parse: (values: Values) => Parsed<Output>,
  textOf: (fault: string) => string = (fault) => fault,
): Resolver<Values, unknown, Output> {
  return (values) => {
    const parsed = parse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const { path, message } of parsed.error.issues.toReversed()) {
      set(errors, path.join('.'), { type: 'fault', message: textOf(message) });
    }
    return { values: {}, errors };
  };
}
