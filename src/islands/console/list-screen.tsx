import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import type { Contract } from '#contracts/contract.ts';
import type { Reader } from '#i18n/reader.ts';
import type { ListTotal } from '#contracts/console/fields.ts';
import type { LiveWaiting } from '#domain/waiting.ts';
import { $waiting } from '#stores/waiting.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';
import { ColumnChoice, DataTable, type Selection } from './data-table.tsx';
import { ListFilters, type Filters } from './list-filters.tsx';
import type { ListQuery } from './list-query.ts';
import { amountText } from './amount-text.ts';
import { RowKeys } from './row-keys.tsx';
import { totalText } from './total-text.ts';
import { useConsole } from './use-console.tsx';
import { type OpenRow, useOpenRow } from './use-open-row.ts';
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
  /** Its live count tells of decisions elsewhere; the total is read again. */
  waiting?: LiveWaiting;
  /** Below “nothing here”: what can be searched. */
  emptyHint?: string;
  renderTools?: (acts: ListActs<RowOf<C>>) => ReactNode;
  /** Work that goes on, above the rows. */
  renderProgress?: (acts: ListActs<RowOf<C>>) => ReactNode;
  renderActs?: ((row: RowOf<C>, acts: ListActs<RowOf<C>>) => ReactNode) | false;
  selection?: Selection<RowOf<C>> | false;
  renderDialog?: (acts: ListActs<RowOf<C>>) => ReactNode;
  /** Shows a row beside the list. `hrefOf`: its page, which shows the same. */
  drawer?: {
    hrefOf: (row: RowOf<C>) => string;
    render: (open: OpenRow<RowOf<C>>, acts: ListActs<RowOf<C>>) => ReactNode;
  };
};

export function ListScreen<C extends Contract>(props: Props<C>) {
  const reader = useReader();
  const { contract, path, fixed, start, caption, columnsOf, rowId, filters, head, emptyHint } = props;
  const { renderTools, renderProgress, renderActs, selection, renderDialog, drawer } = props;
  const { call, confirmation } = useConsole();
  const columns = useMemo(() => columnsOf(reader), [columnsOf, reader]);
  const list = useList({ contract, path, call, columns, start, ...(fixed && { fixed }) });
  useLiveTotal(list, props.waiting);
  const [message, showMessage] = useState('');
  const acts = { call, list, showMessage };
  const section = useRef<HTMLElement>(null);
  const opened = useOpenRow({ path, rowId, section, rows: list.page.items, hrefOf: drawer?.hrefOf });
  const keysId = useId();
  return (
    <>
      {renderProgress?.(acts)}
      <section className="card flush" ref={section}>
        {head}
        {filters && <ListFilters list={list} {...filters} />}
        {filters && <ColumnChoice list={list} />}
        <div className="tools list-tools">
          {list.page.total && <Total total={list.page.total} />}
          {renderTools?.(acts)}
          {drawer && <RowKeys id={keysId} keys={opened.keys} />}
        </div>
        <div role="status">{message && <Notice kind="ok">{message}</Notice>}</div>
        <DataTable
          {...{ caption, list, rowId, emptyHint }}
          {...(renderActs && { renderActs: (row: RowOf<C>) => renderActs(row, acts) })}
          {...(selection && { selection })}
          {...(drawer && { opening: { hrefOf: drawer.hrefOf, open: opened.open, keysId } })}
        />
        {drawer?.render(opened, acts)}
        {renderDialog?.(acts)}
        {confirmation}
      </section>
    </>
  );
}

function useLiveTotal<Row>(list: ListState<Row>, waiting: LiveWaiting | undefined): void {
  const counts = useShared($waiting);
  const count = waiting && counts?.[waiting];
  const last = useRef<number>(undefined);
  const readTotal = useEffectEvent(() => list.readTotal());
  useEffect(() => {
    // The first count may be later than the page.
    if (count !== undefined && last.current !== count) void readTotal();
    last.current = count;
  }, [count]);
}

function Total({ total }: { total: ListTotal }) {
  const reader = useReader();
  return (
    <p>
      {totalText(total, reader.t)}
      {total.amount !== null && <> · {amountText(total.amount, reader)}</>}
    </p>
  );
}
