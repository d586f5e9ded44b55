/** Joiners, bidi marks, fillers, variation selectors, soft hyphens. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}
