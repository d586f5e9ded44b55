import {
  type ColumnDef,
  columnVisibilityFeature,
  rowSelectionFeature,
  type RowSelectionState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { cellsFor } from './amount-cells.tsx';
import { nextSort, withQuery } from './list-query.ts';
import { totalText } from './total-text.ts';
import type { Column, ListState } from './use-list.ts';

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

export type Selection<Row> = {
  canSelect: (row: Row) => boolean;
  nameOf: (row: Row) => string;
  renderActs: (rows: Row[]) => ReactNode;
};

/** Rows of another version of the list are not selected any more. */
type Selected = { version: number; ids: RowSelectionState };

type Props<Row> = {
  caption: string;
  list: ListState<Row>;
  rowId: (row: Row) => string;
  renderActs?: (row: Row) => ReactNode;
  selection?: Selection<Row>;
  emptyHint?: string | undefined;
  opening?: Opening<Row>;
};

/** `keysId`: description of the keys that move between rows. */
export type Opening<Row> = { hrefOf: (row: Row) => string; open: (row: Row) => void; keysId: string };

/** The server sorts and pages. Links make the table work before hydration. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const reader = useReader();
  const { t } = reader;
  const { caption, list, rowId, renderActs, selection, opening, emptyHint } = props;
  const { path, columns, page, query, hidden, isBusy, isBroken } = list;
  const [selected, setSelected] = useState<Selected>({ version: list.version, ids: {} });
  const rowSelection = selected.version === list.version ? selected.ids : {};
  const cells = useMemo(() => cellsFor(columns, page.items, reader), [columns, page.items, reader]);
  const defs = useMemo(
    () =>
      cells.map((column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        header: column.label,
        cell: ({ row }) => column.cell(row.original),
      })),
    [cells],
  );
  const table = useTable({
    features,
    columns: defs,
    data: page.items,
    getRowId: (row: Row) => rowId(row),
    enableRowSelection: (row) => selection?.canSelect(row.original) ?? false,
    state: { rowSelection, columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])) },
    onRowSelectionChange: (update) =>
      setSelected({ version: list.version, ids: typeof update === 'function' ? update(rowSelection) : update }),
  });
  const byId = new Map(cells.map((column) => [column.id, column]));
  const visibleColumns = table.getVisibleLeafColumns().map(({ id }) => byId.get(id)!);
  const selectedRows = table.getSelectedRowModel().rows.map(({ original }) => original);
  const inPlace = (act: () => void) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <p className="hidden-text" role="status">
        {isBusy ? '' : totalText(page.total ?? { count: page.items.length }, t)}
      </p>
      {isBroken && <Notice kind="bad">{t('console:list.broken')}</Notice>}
      {selection && selectedRows.length > 0 && (
        <div className="tools" role="group" aria-label={t('console:list.selected', { count: selectedRows.length })}>
          <b>{t('console:list.selected', { count: selectedRows.length })}</b>
          {selection.renderActs(selectedRows)}
        </div>
      )}
      {page.items.length === 0 ? (
        <EmptyState title={t(page.next === null ? 'console:act.empty' : 'console:list.none_yet')}>
          {emptyHint && <p className="muted">{emptyHint}</p>}
        </EmptyState>
      ) : (
        <div className="scroll" tabIndex={0} role="region" aria-label={caption} aria-describedby={opening?.keysId}>
          <table className="grid" role="table" aria-busy={isBusy || undefined}>
            <caption className="hidden-text">{caption}</caption>
            <thead role="rowgroup">
              <tr role="row">
                {selection && (
                  <th scope="col" role="columnheader">
                    <input
                      type="checkbox"
                      aria-label={t('console:list.select_all')}
                      checked={table.getIsAllRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  </th>
                )}
                {visibleColumns.map((column) => (
                  <Head
                    key={column.id}
                    column={column}
                    sort={query['sort']}
                    hrefOf={(sort) => withQuery(path, { ...query, sort, cursor: '' }, hidden)}
                    onSort={(sort) => inPlace(() => list.filter({ sort }))}
                  />
                ))}
                {renderActs && <td role="cell" className="acts" />}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {table.getRowModel().rows.map((row) => (
                <tr key={row.id} role="row" {...(opening && pressing(opening, row.original))}>
                  {selection && (
                    <td role="cell">
                      {row.getCanSelect() && (
                        <input
                          type="checkbox"
                          aria-label={t('console:list.select', { name: selection.nameOf(row.original) })}
                          checked={row.getIsSelected()}
                          onChange={row.getToggleSelectedHandler()}
                        />
                      )}
                    </td>
                  )}
                  {row.getVisibleCells().map((cell) => (
                    <td
                      key={cell.id}
                      role="cell"
                      data-label={byId.get(cell.column.id)?.label}
                      className={byId.get(cell.column.id)?.isNumber ? 'number' : undefined}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
                  {renderActs && (
                    <td role="cell" className="acts">
                      {renderActs(row.original)}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pagination
        first={
          query['cursor']
            ? {
                label: t('console:list.first'),
                href: withQuery(path, { ...query, cursor: '' }, hidden),
                onClick: inPlace(() => list.filter({})),
              }
            : undefined
        }
        more={
          page.next === null
            ? undefined
            : {
                label: t('console:list.more'),
                href: withQuery(path, { ...query, cursor: page.next }, hidden),
                isBusy,
                onClick: inPlace(list.more),
              }
        }
      />
    </>
  );
}

/** A press on the row or on the link to its page; other links and buttons work as usual. */
function pressing<Row>({ hrefOf, open }: Opening<Row>, row: Row) {
  return {
    className: 'opens',
    onClick(event: MouseEvent<HTMLTableRowElement>) {
      const control = (event.target as Element).closest('a, button, input, label, dialog');
      const isFree = control ? control.getAttribute('href') === hrefOf(row) : !String(getSelection());
      if (!isFree || !isPlainClick(event)) return;
      event.preventDefault();
      open(row);
    },
  };
}

type HeadProps<Row> = {
  column: Pick<Column<Row>, 'label' | 'sort'> & { isNumber: boolean };
  sort: string | undefined;
  hrefOf: (sort: string) => string;
  onSort: (sort: string) => (event: MouseEvent<HTMLAnchorElement>) => void;
};

function Head<Row>({ column, sort, hrefOf, onSort }: HeadProps<Row>) {
  const { t } = useReader();
  const { label, sort: by, isNumber } = column;
  const className = isNumber ? 'number' : undefined;
  if (!by) {
    return (
      <th scope="col" role="columnheader" className={className}>
        {label}
      </th>
    );
  }
  const isUp = sort === by;
  const isSorted = isUp || sort === `-${by}`;
  const newSort = nextSort(sort, by);
  return (
    <th
      scope="col"
      role="columnheader"
      className={className}
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}
    >
      <a href={hrefOf(newSort)} onClick={onSort(newSort)}>
        {label}
        {isSorted && (
          <>
            {' '}
            <span className="hidden-text">{t(isUp ? 'console:list.sorted_up' : 'console:list.sorted_down')}</span>
          </>
        )}
      </a>
    </th>
  );
}

type ChoiceProps<Row> = { list: ListState<Row> };

export function ColumnChoice<Row>({ list: { columns, hidden, hide } }: ChoiceProps<Row>) {
  const { t } = useReader();
  return (
    <details className="fold">
      <summary>{t('console:list.columns')}</summary>
      <div className="choice-list">
        {columns
          .filter(({ isFixed }) => !isFixed)
          .map(({ id, label }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                checked={!hidden.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  hide(checked ? hidden.filter((other) => other !== id) : [...hidden, id])
                }
              />
              {label}
            </label>
          ))}
      </div>
    </details>
  );
}
