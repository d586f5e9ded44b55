import * as z from 'zod/mini';
import { recogniseDestination, type Sha256 } from '#domain/destination.ts';
import type { FieldFault } from '#domain/field-faults.ts';
import { type NumberMarks, readTypedMoney } from '#domain/typed-money.ts';
import { amountFault, boundsOf, type OrderTerms } from '#domain/withdrawal-order.ts';
import { destinationField } from './finance.ts';

/** Checks of the page and its island; the server checks again. Outputs an address with its network, and micros. */
export function orderFields(terms: OrderTerms, marks: NumberMarks, sha256: Sha256) {
  return { destination: typedDestination(terms.node_id_pattern, sha256), amount: typedAmount(terms, marks) };
}

export function withdrawalOrder(fields: ReturnType<typeof orderFields>) {
  return z.pipe(
    z.object(fields),
    z.transform(({ destination, amount }) => ({ ...destination, amountMicros: amount })),
  );
}

function typedDestination(nodeIdPattern: string, sha256: Sha256) {
  return z.pipe(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((typed) => typed.trim()),
      ),
      destinationField,
    ),
    z.transform((destination: string, { issues }) => {
      const found = recogniseDestination(destination, nodeIdPattern, sha256);
      if ('network' in found) return { destination, network: found.network };
      issues.push(issue(found.fault, destination));
      return z.NEVER;
    }),
  );
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
