import type { Transaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import type { Platform } from '#domain/places.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { showToast } from '#stores/toast.ts';
import { useReader } from '../use-reader.ts';
import { DONE_TEXTS } from './acts.ts';
import { type PlaceChoice, placeChoices } from './place-choices.ts';
import { boardPages } from './platforms.ts';
import type { Structure } from './structure-address.ts';
import { StructureView } from './structure-view.tsx';
import { STRUCTURE_TEXTS, type StructureText } from './texts.ts';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { useBoard } from './use-board.ts';
import { useNow } from './use-now.ts';

type Props = ReaderProps<StructureText> & {
  platform: Platform;
  /** Nothing for whoever has no place yet. */
  start: Structure | undefined;
  choices: readonly PlaceChoice[];
  unfinished: Transaction | null;
  renderedAt: string;
  /** What the board of the platform is called. */
  board: string;
};

/** What is below my places of a platform, walked in place. */
export function StructureScreen(props: Props) {
  const { platform, start } = props;
  const reader = useReader(STRUCTURE_TEXTS, props);
  const { t, language } = reader;
  const now = useNow(props.renderedAt);
  const first = { plans: [], places: [], unfinished: props.unfinished };
  const { board, box, told } = useBoard(platform, first, reader);
  const { unfinished } = board;
  return (
    <div ref={box} className="stack" tabIndex={-1}>
      <p className="sr" role="status">
        {told}
      </p>
      {unfinished && (
        <UnfinishedNotice
          transaction={unfinished}
          now={now}
          reader={reader}
          onActed={(act) => showToast(t(DONE_TEXTS[act]))}
        />
      )}
      {start ? (
        <StructureView
          platform={platform}
          start={start}
          choices={board.plans.length > 0 ? placeChoices(board, t) : props.choices}
          reader={reader}
        />
      ) : (
        <section className="card">
          <EmptyState title={t('common:nothing_here')}>
            <Button href={path(language, boardPages[platform])}>{props.board}</Button>
          </EmptyState>
        </section>
      )}
    </div>
  );
}
