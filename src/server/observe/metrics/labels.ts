const METHODS = new Set(['GET', 'HEAD', 'POST']);

export type RouteKind = 'page' | 'call' | 'events' | 'photo' | 'file' | 'health';

/** Few fixed kinds, because visitors choose paths and must not create series. */
export function routeKind(path: string): RouteKind {
  if (path === '/api/events/') return 'events';
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
