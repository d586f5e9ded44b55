const METHODS = new Set(['GET', 'HEAD', 'POST']);

export type RouteKind = 'page' | 'call' | 'events' | 'photo' | 'file' | 'health';

/** What a path asks for. A visitor chooses paths, and shall not choose how many series there are. */
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

/** `2xx` to `5xx`. */
export function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
