/** Longest text of a field without a limit of its own. */
export const TEXT_MAX = 1000;

/** Invisible characters, and those that reverse the direction of the text. */
const HIDDEN = /[\p{Cc}\p{Cs}\u2800]|(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;
/** Variation selectors choose between emoji and text; elsewhere they only hide. */
const STRAY_SELECTORS = /(^|[^\p{Emoji}])[\uFE0E\uFE0F]+/gu;
/** Joiners belong after marks (Tamil, Hindi) and pictographs; elsewhere they only hide. */
const STRAY_JOINERS = /(^|[^\p{M}\p{Extended_Pictographic}])[\u200C\u200D]+/gu;
/** No script needs more than four marks on a letter; more would cover other lines. */
const HEAPED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Removes invisible characters without a fault, because they come along when copying. Markup stays as text. */
export function plainText(typed: string): string {
  return typed
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(HIDDEN, '')
    .replaceAll(STRAY_SELECTORS, '$1')
    .replaceAll(STRAY_JOINERS, '$1')
    .normalize('NFC')
    .replaceAll(HEAPED_MARKS, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
