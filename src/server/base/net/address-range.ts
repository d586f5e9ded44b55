import ipaddr from 'ipaddr.js';

/** Where an address lies, wide enough to be nobody's own: 256 of IPv4, a site of IPv6. Empty when it is none. */
export function addressRange(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return '';
  if (parsed instanceof ipaddr.IPv6) return ipv6Range(parsed, 48);
  return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
}

/** An address as sockets and proxies write it; IPv4 as IPv4, though it came through an IPv6 socket. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // The library also reads `1.1` and `0x7f000001`, as some programs write an IPv4 address; no socket and no proxy does.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  const parsed = ipaddr.IPv6.parse(text);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

export function ipv6Range({ parts }: ipaddr.IPv6, bits: 48 | 64): string {
  const groups = parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${groups.join(':')}::/${bits}`;
}

/** One spelling for each address, without port, brackets and zone; nothing for what is no address. */
export function plainAddress(text: string): string | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const parsed = parseAddress((bracketed ?? withPort ?? text).replace(/%.*/, ''));
  return parsed?.toString();
}
