import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePopstate } from '#islands/shared/in-place.ts';
import { useRowKeys } from './use-row-keys.ts';

type Options<Row> = {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Page of a row, which shows the same as the drawer. Undefined: the list has no drawer. */
  hrefOf: ((row: Row) => string) | undefined;
  path: string;
  section: RefObject<HTMLElement | null>;
};

export type OpenRow<Row> = {
  row: Row | undefined;
  hrefOf: ((row: Row) => string) | undefined;
  open: (row: Row) => void;
  close: () => void;
  /** The row before or after; undefined at the ends. */
  step: (by: 1 | -1) => (() => void) | undefined;
  keys: ReturnType<typeof useRowKeys>;
};

/** The open row is in the address: reloading shows its page, and Back closes the drawer. */
export function useOpenRow<Row>({ rows, rowId, hrefOf, path, section }: Options<Row>): OpenRow<Row> {
  const [openId, setOpenId] = useState<string>();
  const index = rows.findIndex((row) => rowId(row) === openId);
  const linkOf = (row: Row) => {
    const href = hrefOf?.(row) ?? '';
    return section.current?.querySelector<HTMLElement>(`tbody a[href="${CSS.escape(href)}"]`);
  };
  usePopstate(() => {
    if (!hrefOf) return;
    const arrived = rows.find((row) => hrefOf(row) === location.pathname);
    // The list has changed since; the server shows the page of the row.
    if (!arrived && location.pathname !== path) location.reload();
    setOpenId(arrived && rowId(arrived));
  });
  const open = (row: Row) => {
    const href = hrefOf?.(row) ?? '';
    if (openId === undefined) history.pushState(null, '', href);
    else history.replaceState(null, '', href);
    setOpenId(rowId(row));
  };
  useFocusBack(openId, (id) => {
    const row = rows.find((candidate) => rowId(candidate) === id);
    if (row) linkOf(row)?.focus();
  });
  const step = (by: 1 | -1) => {
    const next = rows[index + by];
    return index >= 0 && next !== undefined ? () => open(next) : undefined;
  };
  const focusRow = (by: 1 | -1) => {
    const links = rows.map((row) => linkOf(row));
    const at = links.findIndex((link) => link?.closest('tr')?.contains(document.activeElement));
    links[at < 0 ? 0 : at + by]?.focus();
  };
  const keys = useRowKeys(hrefOf && ((by) => (openId === undefined ? focusRow(by) : step(by)?.())));
  return { row: rows[index], hrefOf, open, close: () => history.back(), step, keys };
}

/** After the drawer is gone, however it was closed. */
function useFocusBack(openId: string | undefined, focusRow: (id: string) => void): void {
  const lastId = useRef<string>(undefined);
  const focus = useEffectEvent(focusRow);
  useEffect(() => {
    const last = lastId.current;
    lastId.current = openId;
    if (openId === undefined && last !== undefined) focus(last);
  }, [openId]);
}
