import * as z from 'zod/mini';
import { recogniseDestination, type Sha256 } from '#domain/destination.ts';
import type { FieldFault } from '#domain/field-faults.ts';
import { type NumberMarks, readTypedMoney } from '#domain/typed-money.ts';
import { amountFault, boundsOf, type OrderTerms } from '#domain/withdrawal-order.ts';
import { destinationField } from './finance.ts';

/**
 * A withdrawal form before the PIN, as a person types it: the fields of the call, and what the server would say to
 * them now. The page and its island ask the same; the server decides again.
 */
export function withdrawalOrder(terms: OrderTerms, marks: NumberMarks, sha256: Sha256) {
  return z.object({
    destination: z
      .pipe(
        z.pipe(
          z.string(),
          z.transform((typed) => typed.trim()),
        ),
        destinationField,
      )
      .check(({ value, issues }) => {
        const fault = destinationFault(value, terms, sha256);
        if (fault) issues.push(issue(fault, value));
      }),
    amount: typedAmount(terms, marks),
  });
}

function destinationFault(destination: string, terms: OrderTerms, sha256: Sha256): string | undefined {
  if (destination === '') return undefined;
  const recognised = recogniseDestination(destination, terms.node_id_pattern, sha256);
  return 'fault' in recognised ? recognised.fault : undefined;
}

function typedAmount(terms: OrderTerms, marks: NumberMarks) {
  return z.pipe(
    z.string(),
    z.transform((typed: string, { issues }) => {
      const read = readTypedMoney(typed, marks);
      const fault = 'fault' in read ? read.fault : faultOfAmount(read.micros, terms);
      if (fault) issues.push(issue(fault, typed));
      return 'fault' in read ? 0n : read.micros;
    }),
  );
}

function faultOfAmount(micros: bigint, terms: OrderTerms): FieldFault | undefined {
  return micros === 0n ? 'amount_invalid' : amountFault(micros, boundsOf(terms));
}

function issue(message: string, input: unknown): z.core.$ZodRawIssue {
  return { code: 'custom', message, input };
}
