import type { ReactNode } from 'react';
import type { Reader } from '#i18n/reader.ts';
import { alignedAmounts } from './amount-text.ts';

/** Content of a column: parts of the page, or amounts, which all get the same number of decimals. */
export type Cell<Row> =
  | { cell: (row: Row) => ReactNode; amount?: never; isNumber?: boolean }
  | { amount: (row: Row) => string | null; cell?: never; isNumber?: never };

type WithCell<Column, Row> = Omit<Column, 'cell' | 'amount' | 'isNumber'> & {
  isNumber: boolean;
  cell: (row: Row) => ReactNode;
};

/** Columns for the rows of one page of a list. */
export function cellsFor<Row, Column extends Cell<Row>>(
  columns: readonly Column[],
  rows: readonly Row[],
  reader: Pick<Reader, 'language'>,
): WithCell<Column, Row>[] {
  return columns.map(({ cell, amount, isNumber, ...column }) => {
    if (!amount) return { ...column, isNumber: isNumber ?? false, cell: cell! };
    const textOf = alignedAmounts(rows.map(amount), reader);
    const text = (row: Row) => {
      const written = amount(row);
      return written === null ? null : textOf(written);
    };
    return { ...column, isNumber: true, cell: text };
  });
}
