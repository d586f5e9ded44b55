import ipaddr from 'ipaddr.js';

/** IPv4 /24 or IPv6 /48; '' for an invalid address. */
export function addressRange(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return '';
  if (parsed instanceof ipaddr.IPv6) return ipv6Range(parsed, 48);
  return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
}

/** IPv4-mapped IPv6 becomes IPv4. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Refuses `1.1` and `0x7f000001`, which the library accepts.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  const parsed = ipaddr.IPv6.parse(text);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

export function ipv6Range({ parts }: ipaddr.IPv6, bits: 48 | 64): string {
  const groups = parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${groups.join(':')}::/${bits}`;
}

/** Normalised, without port, brackets and zone; undefined for an invalid address. */
export function plainAddress(text: string): string | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const parsed = parseAddress((bracketed ?? withPort ?? text).replace(/%.*/, ''));
  return parsed?.toString();
}
