import type { MouseEvent } from 'react';
import type { Seat as SeatOfStructure } from '#contracts/places.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useTree } from '#islands/shared/use-tree.ts';
import { Seat, wordsOf } from './seat.tsx';

type Props = {
  top: Branch;
  hrefOf: (node: number) => string;
  onStep: (event: MouseEvent, node: number) => void;
  /** Focuses the top seat, after a step from within. */
  takesFocus: boolean;
};

export function Tree({ top, hrefOf, onStep, takesFocus }: Props) {
  const reader = useReader();
  const { tree, isAwake, itemProps } = useTree(top.id, takesFocus);
  const render = ({ id, seat, below }: Branch) => {
    const { place, level } = seat;
    const node = place?.has_more && level > 1 ? place.id : undefined;
    const item = itemProps({
      id,
      label: Object.values(wordsOf(seat, reader)).filter(Boolean).join(' '),
      isExpanded: below.length > 0 ? true : node === undefined ? undefined : false,
    });
    return (
      <li key={id} {...item}>
        <Seat
          seat={seat}
          href={node === undefined ? undefined : hrefOf(node)}
          isStop={!isAwake}
          onStep={(event) => node !== undefined && onStep(event, node)}
        />
        {below.length > 0 && <ul role={isAwake ? 'group' : undefined}>{below.map(render)}</ul>}
      </li>
    );
  };
  return (
    <ul
      ref={tree}
      className="tree inset"
      role={isAwake ? 'tree' : undefined}
      aria-label={reader.t('places:structure.title')}
    >
      {render(top)}
    </ul>
  );
}

type Branch = { id: number; seat: SeatOfStructure; below: Branch[] };

export function treeOf(seats: readonly SeatOfStructure[]): Branch | undefined {
  const branches = seats.map((seat, id): Branch => ({ id, seat, below: [] }));
  for (const branch of branches) if (branch.seat.above !== null) branches[branch.seat.above]?.below.push(branch);
  return branches[0];
}
