import type { FieldErrors, Resolver } from 'react-hook-form';
import type { withdrawalOrder } from '#contracts/withdrawal-order.ts';
import type { TypedOrder } from './view.ts';

/** The contract's own checks for react-hook-form: each field's first fault in the reader's language. */
export function orderResolver(
  order: ReturnType<typeof withdrawalOrder>,
  textOf: (fault: string) => string,
): Resolver<TypedOrder> {
  return (values) => {
    const parsed = order.safeParse(values);
    if (parsed.success) return { values, errors: {} };
    const errors: FieldErrors<TypedOrder> = {};
    for (const { path, message } of parsed.error.issues) {
      const name = path[0] === 'amount' ? 'amount' : 'destination';
      errors[name] ??= { type: 'fault', message: textOf(message) };
    }
    return { values: {}, errors };
  };
}
