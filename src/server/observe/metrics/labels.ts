const METHODS = new Set(['GET', 'HEAD', 'POST']);

const STREAMS = new Set(['/api/events/', '/operator/api/waiting/events/']);

export type RouteKind = 'page' | 'call' | 'events' | 'photo' | 'file' | 'health';

/** Few fixed kinds, because visitors choose paths and must not create series. */
export function routeKind(path: string): RouteKind {
  if (STREAMS.has(path)) return 'events';
  if (path.startsWith('/api/')) return 'call';
  if (path.startsWith('/photos/')) return 'photo';
  if (path === '/healthz' || path === '/readyz') return 'health';
  if (path.startsWith('/_astro/') || /\.\w{1,12}$/.test(path)) return 'file';
  return 'page';
}

export function methodOf(method: string): string {
  return METHODS.has(method) ? method : 'other';
}

export function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
