import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { getTeamMember, listLine } from '#contracts/team.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { usePopstate } from '#islands/shared/in-place.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { showAddress } from '#stores/current-url.ts';
import { cardAt } from './card-address.ts';
import { unpack } from './persons.ts';
import {
  type Line,
  lineOf,
  type Me,
  type PackedLine,
  type Position,
  readPosition,
  type Top,
  topOf,
  treeAddress,
} from './tree-view.ts';

export type TreeStart = { me: Me; position: Position; top: Top; line: PackedLine };
type View = { position: Position; top: Top; takesFocus: boolean };

/** Lines stay in memory, so a member that was opened below one top is still open below another. */
export function useTeamTree({ me, position, top, line }: TreeStart, { language, timeZone }: Reader) {
  const [view, setView] = useState<View>({ position, top, takesFocus: false });
  const [lines, setLines] = useState<ReadonlyMap<string, Line>>(
    () => new Map([[top.member.username, { ...line, persons: line.persons.map(unpack) }]]),
  );
  const [newest, setNewest] = useState<string>();
  const [state, setState] = useState<'still' | 'busy' | 'broken'>('still');
  const [card, setCard] = useState<string>();
  const section = useRef<HTMLElement>(null);
  const loading = useRef(new Set<string>());
  const begin = useNewest();
  const setLine = (username: string, next: Line) => {
    setLines((now) => new Map(now).set(username, next));
    setNewest(username);
  };

  /** Also adds rows to an open line; undefined on failure, or while the same line is loading. */
  const open = async (username: string, before?: Line): Promise<Line | undefined> => {
    if (loading.current.has(username)) return undefined;
    loading.current.add(username);
    setState('busy');
    const answer = await call(listLine, { username, cursor: before?.next ?? undefined });
    loading.current.delete(username);
    setState(!answer?.success ? 'broken' : loading.current.size > 0 ? 'busy' : 'still');
    if (!answer?.success) return undefined;
    const next = lineOf(answer.data, timeZone, {
      isFromStart: before?.isFromStart ?? true,
      before: before?.persons ?? [],
    });
    setLine(username, next);
    return next;
  };
  const show = async (next: Position): Promise<boolean> => {
    const isNewest = begin();
    setState('busy');
    const username = next.at ?? me.username;
    const [member, answer] = await Promise.all([
      next.at === undefined ? undefined : call(getTeamMember, { username }),
      call(listLine, { username, cursor: next.cursor }),
    ]);
    if (!isNewest()) return false;
    const isLoaded = answer?.success && (next.at === undefined || member?.success);
    setState(isLoaded ? 'still' : 'broken');
    if (!isLoaded) return false;
    const takesFocus = section.current?.contains(document.activeElement) ?? false;
    setView({
      position: next,
      top: topOf(me, member?.success ? member.data : undefined, answer.data.in_team, timeZone),
      takesFocus,
    });
    setLine(username, lineOf(answer.data, timeZone, { isFromStart: next.cursor === undefined }));
    return true;
  };
  const follow = () => {
    const username = cardAt(location.pathname);
    setCard(username);
    const next = readPosition(new URLSearchParams(location.search), me.username);
    if (username !== undefined) return;
    if (treeAddress(language, next) !== treeAddress(language, view.position)) void show(next);
    else {
      // An answer on its way is of a position that was left.
      begin();
      setState(loading.current.size > 0 ? 'busy' : 'still');
    }
  };
  usePopstate(follow);
  // Back may also be what hydrates the page.
  const catchUp = useEffectEvent(follow);
  useEffect(() => {
    const timer = setTimeout(() => catchUp());
    return () => clearTimeout(timer);
  }, []);

  return {
    me,
    ...view,
    lines,
    newest,
    state,
    card,
    section,
    addressOf: (next: Position) => treeAddress(language, next),
    positionOf: (username: string, cursor?: string): Position => ({
      at: username === me.username ? undefined : username,
      cursor,
    }),
    open,
    close: (username: string) => setLines((now) => new Map([...now].filter(([key]) => key !== username))),
    step: async (next: Position) => {
      if (await show(next)) showAddress(treeAddress(language, next), 'push');
    },
    openCard: (username: string, step: 'push' | 'replace') => {
      showAddress(path(language, 'teamMember', { username }), step);
      setCard(username);
    },
  };
}

export type TeamTree = ReturnType<typeof useTeamTree>;
