import type { OutputOf } from '#contracts/contract.ts';
import type { getStructure } from '#contracts/places.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Platform } from '#domain/places.ts';

export type Structure = OutputOf<typeof getStructure>;

/** The address of one node below a place; of the place itself without a node. */
export function nodeAddress(language: Language, platform: Platform, place: number, node: number): string {
  const query = { place: String(place), node: node === place ? undefined : String(node) };
  return path(language, 'structure', { platform }, query);
}

/** Where an address leads in a structure. */
export function readPosition(params: URLSearchParams) {
  return { place: params.get('place') || undefined, node: params.get('node') || undefined };
}
