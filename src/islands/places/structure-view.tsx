import type { MouseEvent } from 'react';
import type { Platform } from '#domain/places.ts';
import { formatNumber } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Notice } from '#components/ui/notice.tsx';
import { isPlainClick } from '../in-place.ts';
import type { PlaceChoice } from './place-choices.ts';
import { nodeAddress, type Structure } from './structure-address.ts';
import { StructurePath } from './structure-path.tsx';
import { StructureTools } from './structure-tools.tsx';
import type { StructureText } from './texts.ts';
import { treeOf } from './tree-of.ts';
import { Tree } from './tree.tsx';
import { useStructure } from './use-structure.ts';

type Props = {
  platform: Platform;
  start: Structure;
  choices: readonly PlaceChoice[];
  reader: Reader<StructureText>;
};

/** Three levels of a structure. Each place that has somebody below it leads one level in. */
export function StructureView({ platform, start, choices, reader }: Props) {
  const { t, language } = reader;
  const { structure, takesFocus, card, isBusy, isBroken, isMoved, step } = useStructure(language, platform, start);
  const { plan, place, path, seats, filled, of } = structure;
  const top = treeOf(seats);
  const here = path.at(-1) ?? place;
  const sum = t('places:structure.filled', { filled: formatNumber(filled), of: formatNumber(of) });
  const shared = {
    reader,
    at: (node: number) => nodeAddress(language, platform, place.id, node),
    onStep: (event: MouseEvent, node: number) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void step(place.id, node);
    },
  };
  return (
    <>
      <p className="lede">
        {t('places:plan_titled', { number: plan.number, title: plan.title })} ·{' '}
        {t('places:structure.place', { number: place.number })}
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
      <p className="sr" role="status">
        {isMoved && `${t('places:structure.place', { number: here.number })}. ${sum}`}
      </p>
    </>
  );
}
