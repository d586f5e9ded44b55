import type { Reader } from '#i18n/reader.ts';
import type { Board } from './find-board.ts';
import type { StateText } from './texts.ts';

/** A place of mine whose structure can be shown. */
export type PlaceChoice = { id: number; label: string };

export function placeChoices({ plans, places }: Board, t: Reader<StateText>['t']): PlaceChoice[] {
  return places.map(({ id, number, plan, closing }) => {
    const found = plans.find((one) => one.id === plan);
    const titled = found ? t('places:plan_titled', { number: found.number, title: found.title }) : plan;
    return { id, label: [number, titled, closing && t(`places:places.${closing}`)].filter(Boolean).join(' · ') };
  });
}
