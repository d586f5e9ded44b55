const DECIMALS = 6;

/** An amount in the form of the contract, in millionths. */
export function microsOf(amount: string): bigint {
  const [whole = '', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(DECIMALS, '0'));
}

/** At least two decimals, as the contract has it. */
export function amountOf(micros: bigint): string {
  const digits = String(micros).padStart(DECIMALS + 1, '0');
  const part = digits.slice(-DECIMALS).replace(/0{1,4}$/, '');
  return `${digits.slice(0, -DECIMALS)}.${part}`;
}
