import { useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { type Board, getStructure, type Structure } from '#contracts/places.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Platform } from '#domain/places.ts';
import type { Reader } from '#i18n/reader.ts';
import { showAddress } from '#stores/current-url.ts';
import { usePopstate } from '#islands/shared/in-place.ts';
import { useNewest } from '#islands/shared/use-newest.ts';

type ShownStructure = { structure: Structure; takesFocus: boolean };

export function useStructure(language: Language, platform: Platform, start: Structure) {
  const [view, setView] = useState<ShownStructure>({ structure: start, takesFocus: false });
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [isMoved, setMoved] = useState(false);
  const card = useRef<HTMLElement>(null);
  const begin = useNewest();
  const show = async (place: string | undefined, node: string | undefined) => {
    const isNewest = begin();
    setBusy(true);
    setBroken(false);
    const answer = await call(getStructure, { platform, place, node });
    if (!isNewest()) return false;
    setBusy(false);
    if (!answer || (!answer.success && answer.error.status >= 500)) setBroken(true);
    else if (answer.success) {
      const focused = document.activeElement;
      // The form of places stays; everything else is drawn anew.
      const takesFocus = Boolean(card.current?.contains(focused) && !focused?.closest('form'));
      setMoved(true);
      setView({ structure: answer.data, takesFocus });
      return true;
    } else if (answer.error.status !== 401) location.reload();
    return false;
  };

  usePopstate(() => {
    const { place, node } = readPosition(new URLSearchParams(location.search));
    void show(place, node);
  });

  return {
    ...view,
    card,
    isBusy,
    isBroken,
    isMoved,
    step: async (place: number, node = place) => {
      if (await show(String(place), String(node))) showAddress(nodeAddress(language, platform, place, node), 'push');
    },
  };
}

export function nodeAddress(language: Language, platform: Platform, place: number, node: number): string {
  const query = { place: String(place), node: node === place ? undefined : String(node) };
  return path(language, 'structure', { platform }, query);
}

export function readPosition(params: URLSearchParams) {
  return { place: params.get('place') || undefined, node: params.get('node') || undefined };
}

export type PlaceChoice = { id: number; label: string };

export function placeChoices({ plans, places }: Board, t: Reader['t']): PlaceChoice[] {
  return places.map(({ id, number, plan, closing }) => {
    const placePlan = plans.find(({ id: planId }) => planId === plan);
    const title = placePlan ? t('places:plan_titled', { number: placePlan.number, title: placePlan.title }) : plan;
    return { id, label: [number, title, closing && t(`places:places.${closing}`)].filter(Boolean).join(' · ') };
  });
}
