import type { TakenBack } from '#domain/rescue.ts';
import type { Translate } from './translator.ts';

export function takenBackTexts(taken: readonly TakenBack[], t: Translate): string[] {
  return taken.map(({ kind, name = '' }) => t(`auth:taken_back.${kind}`, { name }));
}
