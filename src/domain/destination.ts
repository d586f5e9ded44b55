export const NETWORKS = ['trc20', 'qchain'] as const;
export type Network = (typeof NETWORKS)[number];

export const DESTINATION_MAX = 128;

export const NODE_ID_PATTERN = '^[A-Za-z0-9]{16,64}$';

type DestinationFault =
  | 'destination_unknown'
  | 'destination_letters'
  | 'destination_checksum'
  | 'destination_other_chain'
  | 'destination_empty'
  | 'destination_contract';

export type Recognised = { network: Network } | { fault: DestinationFault };

export type Sha256 = (bytes: Uint8Array) => Uint8Array;

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const TRON_PREFIX = 0x41;
/** Contract of USDT; money sent to it is lost (https://tronscan.org/#/token20/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t). */
const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const LOOKS_LIKE_TRON = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
/** Ethereum, Tron in hex, and bech32 addresses of Bitcoin and similar chains. */
const LOOKS_LIKE_ANOTHER = /^(?:0x[0-9a-f]{40}|(?:41)?[0-9a-f]{40}|(?:bc|tb|ltc|bnb|cosmos|addr)1[a-z0-9]{20,})$/i;

/** Checks for other chains before node IDs, which can look alike: money sent to a wrong chain is lost. */
export function recogniseDestination(text: string, nodeIdPattern: string, sha256: Sha256): Recognised {
  if (/[^\x21-\x7E]/.test(text)) return { fault: 'destination_letters' };
  if (text === USDT_CONTRACT) return { fault: 'destination_contract' };
  const payload = decodeBase58Check(text, sha256);
  if (payload?.[0] === TRON_PREFIX) {
    return payload.subarray(1).every((byte) => byte === 0) ? { fault: 'destination_empty' } : { network: 'trc20' };
  }
  if (payload || LOOKS_LIKE_ANOTHER.test(text)) return { fault: 'destination_other_chain' };
  if (LOOKS_LIKE_TRON.test(text)) return { fault: 'destination_checksum' };
  return new RegExp(nodeIdPattern).test(text) ? { network: 'qchain' } : { fault: 'destination_unknown' };
}

/** Version and account, 21 bytes; undefined if the 4-byte checksum behind them is wrong. */
function decodeBase58Check(text: string, sha256: Sha256): Uint8Array | undefined {
  if (text.length < 26 || text.length > 35) return undefined;
  let number = 0n;
  for (const sign of text) {
    const value = BASE58.indexOf(sign);
    if (value < 0) return undefined;
    number = number * 58n + BigInt(value);
  }
  if (number >= 1n << 200n) return undefined;
  const bytes = Uint8Array.from({ length: 25 }, (_, index) => Number((number >> BigInt(8 * (24 - index))) & 255n));
  const payload = bytes.subarray(0, 21);
  const sum = sha256(sha256(payload));
  return bytes.subarray(21).every((byte, index) => byte === sum[index]) ? payload : undefined;
}

export function shortDestination(destination: string): string {
  return destination.length > 16 ? `${destination.slice(0, 6)}…${destination.slice(-4)}` : destination;
}
