/** Money is counted in millionths of a USDT, as integers; on the wire it is a decimal string: `"1250.50"`. */
export const MICROS_PER_USDT = 1_000_000n;
export const CURRENCY = 'USDT';

/** More than there is of it anywhere, and far below the end of a 64-bit column. */
export const MAX_MICROS = 1_000_000_000_000n * MICROS_PER_USDT;

const WIRE = /^(\d{1,13})(?:\.(\d{1,6}))?$/;

/** Reads an amount without a sign, as it comes over the wire; anything else is nothing. */
export function parseMoney(text: string): bigint | undefined {
  const [, whole, part = ''] = WIRE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const micros = BigInt(whole) * MICROS_PER_USDT + BigInt(part.padEnd(6, '0'));
  return micros <= MAX_MICROS ? micros : undefined;
}

/** What an amount that was checked before comes to. */
export function microsOf(amount: string): bigint {
  return parseMoney(amount) ?? 0n;
}

/** An amount for the wire: at least two decimals, at most six, a minus when it is below zero. */
export function moneyText(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const part = String(size % MICROS_PER_USDT)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${micros < 0n ? '-' : ''}${size / MICROS_PER_USDT}.${part}`;
}

/** An amount of the wire with the other sign. */
export function negated(amount: string): string {
  if (amount.startsWith('-')) return amount.slice(1);
  return microsOf(amount) === 0n ? amount : `-${amount}`;
}
