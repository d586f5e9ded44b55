import { TILE_NODES } from './tiles.ts';

/** Prefix of the public log, as C2SP tlog-tiles names its files. */
export const LOG_PREFIX = '/seal/log';
export const VERIFY_SCRIPT = '/verify-seals.mjs';

/** The name that signs a checkpoint. */
export const logOrigin = (host: string) => `${host}${LOG_PREFIX}`;

/** `level` is undefined for entries; `width` is 256 for a full tile. */
type TileAddress = { level: number | undefined; number: number; width: number };

const TILE = /^\/tile\/(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Undefined for an address that the format doesn’t have. */
export function readTileAddress(path: string): TileAddress | undefined {
  const [, level, name = '', width] = TILE.exec(path.slice(LOG_PREFIX.length)) ?? [];
  if (!path.startsWith(LOG_PREFIX) || level === undefined) return undefined;
  const number = Number(name.replaceAll(/\D/g, ''));
  // One name per tile: no x000 in front.
  if (tileName(number) !== name || Number(width) >= TILE_NODES) return undefined;
  return {
    level: level === 'entries' ? undefined : Number(level),
    ...{ number, width: Number(width ?? TILE_NODES) },
  };
}

/** 1234067 is `x001/x234/067`. */
function tileName(number: number): string {
  const digits = String(number);
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return parts.map((part, index) => (index < parts.length - 1 ? `x${part}` : part)).join('/');
}
