import type { Language } from '#domain/languages.ts';
import { type IslandTexts, sayFrom } from '#i18n/island-texts.ts';
import { DateSection } from './date-section.tsx';
import { SelectSection } from './select-section.tsx';
import { type Text, TEXTS } from './texts.ts';

type Props = { texts: IslandTexts<Text>; language: Language; here: string };

/** The primitives in all their states. One section for each of them. */
export function UiGallery({ texts, language, here }: Props) {
  const reader = { t: sayFrom(TEXTS, texts, language), language, here };
  return (
    <div className="stack">
      <h1>Primitives</h1>
      <SelectSection reader={reader} />
      <DateSection reader={reader} />
    </div>
  );
}
