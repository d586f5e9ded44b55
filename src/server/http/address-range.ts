import { isIPv4, isIPv6 } from 'node:net';

/** Where an address lies, wide enough to be nobody's own: 256 of IPv4, a site of IPv6. Empty when it is none. */
export function addressRange(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(plain) ? ipv6Range(plain, 48) : '';
}

/** IPv4 as IPv4, though it came through an IPv6 socket. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:/i, '');
}

export function ipv6Range(address: string, bits: 48 | 64): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  while (tail !== undefined && groups.length + after.length < 8) groups.push('0');
  return `${[...groups, ...after]
    .slice(0, bits / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${bits}`;
}
