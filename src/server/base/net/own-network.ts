import { parseAddress } from './address-range.ts';

const PRIVATE = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);
/** RFC 6761, RFC 6762 and ICANN’s reservation of `internal`. */
const PRIVATE_NAME = /^(?:[^.]+|.+\.(?:localhost|local|internal))$/i;

/** This machine or a private network, by address or name (`postgres`, `db.internal`): may be unencrypted. */
export function isInOwnNetwork(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const address = parseAddress(bare);
  return address ? PRIVATE.has(address.range()) : PRIVATE_NAME.test(bare);
}

type Address = 'qpaymentsUrl' | 'apiUrl' | 'otlpEndpoint' | 'staffWebhookUrl' | 'databaseUrl' | 'databaseReplicaUrl';
type Lines = Partial<Record<Address, string | undefined>>;

export function unencryptedLine(lines: Lines): string | undefined {
  const { qpaymentsUrl, apiUrl, otlpEndpoint, staffWebhookUrl, databaseUrl, databaseReplicaUrl } = lines;
  const http = {
    ...{ QPAYMENTS_URL: qpaymentsUrl, API_URL: apiUrl, OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint },
    STAFF_WEBHOOK_URL: staffWebhookUrl,
  };
  for (const [name, url] of Object.entries(http)) {
    if (url && isOpenHttp(url))
      return `${name} must begin with https:// in production, unless it is in your own network.`;
  }
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: databaseReplicaUrl })) {
    if (url && isOpenDatabase(url)) {
      return `${name} must end with ?sslmode=verify-full in production, unless it is in your own network.`;
    }
  }
  return undefined;
}

function isOpenHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isInOwnNetwork(hostname);
}

function isOpenDatabase(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  if (host === '' || host.startsWith('/') || isInOwnNetwork(host)) return false;
  return searchParams.get('sslmode') !== 'verify-full';
}
