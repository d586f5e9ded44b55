import type { ReactNode } from 'react';
import { useReader } from '#islands/shared/use-reader.tsx';
import { type Cell, cellsFor } from './amount-cells.tsx';

export type PlainColumn<Row> = { label: string } & Cell<Row>;

type Props<Row> = {
  id: string;
  title: string;
  none?: string;
  rows: readonly Row[];
  rowId: (row: Row) => string | number;
  columns: readonly PlainColumn<Row>[];
  children?: ReactNode;
};

export function PlainTable<Row>({ id, title, none, rows, rowId, columns, children }: Props<Row>) {
  const reader = useReader();
  const cells = cellsFor(columns, rows, reader);
  return (
    <div className="card flush">
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      {rows.length === 0 ? (
        <p className="muted tools">{none}</p>
      ) : (
        <div className="scroll" tabIndex={0} role="region" aria-labelledby={id}>
          <table className="grid" role="table">
            <thead role="rowgroup">
              <tr role="row">
                {cells.map(({ label, isNumber }) =>
                  label === '' ? (
                    <td key={label} role="cell" />
                  ) : (
                    <th key={label} scope="col" role="columnheader" className={isNumber ? 'number' : undefined}>
                      {label}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {rows.map((row) => (
                <tr key={rowId(row)} role="row">
                  {cells.map(({ label, isNumber, cell }) => (
                    <td
                      key={label}
                      role="cell"
                      data-label={label || undefined}
                      className={isNumber ? 'number' : undefined}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
