import { type ReactNode, useMemo, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import type { Contract } from '#contracts/contract.ts';
import type { Reader } from '#i18n/reader.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ColumnChoice, DataTable, type Selection } from './data-table.tsx';
import { ListFilters, type Filters } from './list-filters.tsx';
import type { ListQuery } from './list-query.ts';
import { useConsole } from './use-console.tsx';
import { type Column, type ListStart, type ListState, type RowOf, useList } from './use-list.ts';

export type ListActs<Row> = {
  call: Call;
  list: ListState<Row>;
  showMessage: (message: string) => void;
};

type Props<C extends Contract> = {
  contract: C;
  path: string;
  fixed?: ListQuery;
  start: ListStart<C>;
  caption: string;
  /** Must be a function of the module: columns are memoised by it. */
  columnsOf: (reader: Reader) => Column<RowOf<C>>[];
  rowId: (row: RowOf<C>) => string;
  filters?: Filters;
  head?: ReactNode;
  /** Below “nothing here”: what can be searched. */
  emptyHint?: string;
  renderTools?: (acts: ListActs<RowOf<C>>) => ReactNode;
  renderActs?: ((row: RowOf<C>, acts: ListActs<RowOf<C>>) => ReactNode) | false;
  selection?: Selection<RowOf<C>> | false;
  renderDialog?: (acts: ListActs<RowOf<C>>) => ReactNode;
};

export function ListScreen<C extends Contract>(props: Props<C>) {
  const reader = useReader();
  const { contract, path, fixed, start, caption, columnsOf, rowId, filters, head, emptyHint } = props;
  const { renderTools, renderActs, selection, renderDialog } = props;
  const { call, confirmation } = useConsole();
  const columns = useMemo(() => columnsOf(reader), [columnsOf, reader]);
  const list = useList({ contract, path, call, columns, start, ...(fixed && { fixed }) });
  const [message, showMessage] = useState('');
  const acts = { call, list, showMessage };
  return (
    <section className="card flush">
      {head}
      {filters && <ListFilters list={list} {...filters} />}
      {filters && <ColumnChoice list={list} />}
      {renderTools?.(acts)}
      <div role="status">{message && <Notice kind="ok">{message}</Notice>}</div>
      <DataTable
        {...{ caption, list, rowId, emptyHint }}
        {...(renderActs && { renderActs: (row: RowOf<C>) => renderActs(row, acts) })}
        {...(selection && { selection })}
      />
      {renderDialog?.(acts)}
      {confirmation}
    </section>
  );
}
