import type { MouseEvent } from 'react';
import type { Structure } from '#contracts/places.ts';
import type { Transaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import type { Platform } from '#domain/places.ts';
import { formatNumber } from '#i18n/format.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { DONE_TEXTS } from './transaction-actions.tsx';
import { OpenedNotice } from './opened-notice.tsx';
import { boardPages } from './platforms.ts';
import { StructurePath, StructureTools } from './structure-tools.tsx';
import { Tree, treeOf } from './tree.tsx';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { useBoard } from './use-board.ts';
import { useNow } from './use-now.ts';
import { nodeAddress, type PlaceChoice, placeChoices, useStructure } from './use-structure.ts';

type Props = {
  platform: Platform;
  /** undefined for a member without a place. */
  start: Structure | undefined;
  choices: readonly PlaceChoice[];
  unfinished: Transaction | null;
  renderedAt: string;
  /** Title of the platform's board. */
  board: string;
  /** Text of the link to the reason for a position; as a property, because other pages don't need it. */
  why: string;
};

export const StructureScreen = withReader(function StructureScreen(props: Props) {
  const { platform, start } = props;
  const reader = useReader();
  const { t, language } = reader;
  const now = useNow(props.renderedAt);
  const first = { plans: [], places: [], unfinished: props.unfinished, withdrawal_days: 0 };
  const { board, box, announcement, opened } = useBoard(platform, first, reader);
  const { unfinished } = board;
  return (
    <div ref={box} className="stack" tabIndex={-1}>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
      {unfinished && (
        <UnfinishedNotice transaction={unfinished} now={now} onActed={(act) => showToast(t(DONE_TEXTS[act]))} />
      )}
      {opened && <OpenedNotice transaction={opened} />}
      {start ? (
        <StructureView
          platform={platform}
          start={start}
          choices={board.plans.length > 0 ? placeChoices(board, t) : props.choices}
          why={props.why}
        />
      ) : (
        <section className="card">
          <EmptyState title={t('places:none')}>
            <Button href={path(language, boardPages[platform])}>{props.board}</Button>
          </EmptyState>
        </section>
      )}
    </div>
  );
});

type StructureViewProps = {
  platform: Platform;
  start: Structure;
  choices: readonly PlaceChoice[];
  why: string;
};

function StructureView({ platform, start, choices, why }: StructureViewProps) {
  const { t, language } = useReader();
  const { structure, takesFocus, card, isBusy, isBroken, isMoved, step } = useStructure(language, platform, start);
  const { plan, place, path: structurePath, seats, filled, of } = structure;
  const top = treeOf(seats);
  const here = structurePath.at(-1) ?? place;
  const sum = t('places:structure.filled', { filled: formatNumber(filled), of: formatNumber(of) });
  const shared = {
    hrefOf: (node: number) => nodeAddress(language, platform, place.id, node),
    onStep: (event: MouseEvent, node: number) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void step(place.id, node);
    },
  };
  return (
    <>
      <p className="intro">
        {t('places:plan_titled', { number: plan.number, title: plan.title })} ·{' '}
        {t('places:structure.place', { number: place.number })} ·{' '}
        <a className="link" href={path(language, 'seat', { platform, place: String(place.id) })}>
          {why}
        </a>
      </p>
      <section
        ref={card}
        className="card flush"
        id="structure"
        tabIndex={-1}
        aria-label={t('places:structure.title')}
        aria-busy={isBusy || undefined}
      >
        <div className="card-head structure-head">
          <StructurePath structure={structure} {...shared} />
          <StructureTools
            platform={platform}
            structure={structure}
            choices={choices}
            onPlace={(id) => void step(id)}
            {...shared}
          />
        </div>
        {isBroken && <Notice kind="bad">{t('common:line_broken')}</Notice>}
        {top && <Tree key={`${place.id} ${here.id}`} top={top} takesFocus={takesFocus} {...shared} />}
        <p className="card-foot">{sum}</p>
      </section>
      <p className="hidden-text" role="status">
        {isMoved && `${t('places:structure.place', { number: here.number })}. ${sum}`}
      </p>
    </>
  );
}
