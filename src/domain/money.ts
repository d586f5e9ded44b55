/** Integers in millionths of a USDT (micros); decimal strings in the API: `"1250.50"`. */
export const MICROS_PER_USDT = 1_000_000n;
export const CURRENCY = 'USDT';

export const MAX_MICROS = 1_000_000_000_000n * MICROS_PER_USDT;

const WIRE = /^(\d{1,13})(?:\.(\d{1,6}))?$/;

/** Unsigned, at most 6 decimals and at most `MAX_MICROS`; otherwise undefined. */
export function parseMoney(text: string): bigint | undefined {
  const [, whole, part = ''] = WIRE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const micros = BigInt(whole) * MICROS_PER_USDT + BigInt(part.padEnd(6, '0'));
  return micros <= MAX_MICROS ? micros : undefined;
}

/** Expects a checked amount; gives 0 for others. */
export function microsOf(amount: string): bigint {
  return parseMoney(amount) ?? 0n;
}

/** 2 to 6 decimals, `-` below zero. */
export function moneyText(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const part = String(size % MICROS_PER_USDT)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${micros < 0n ? '-' : ''}${size / MICROS_PER_USDT}.${part}`;
}

export function negated(amount: string): string {
  if (amount.startsWith('-')) return amount.slice(1);
  return microsOf(amount) === 0n ? amount : `-${amount}`;
}
