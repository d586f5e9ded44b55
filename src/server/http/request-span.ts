import { PAGES, pageAt } from '#domain/paths.ts';
import { asWork } from '#server/diagnostics.ts';
import type { RequestHandler } from './request-info.ts';

/** The handler as a piece of work: its name is the pattern of the page, never what stands in the path. */
export function asSpan(handle: RequestHandler): RequestHandler {
  return (request, requestInfo) =>
    asWork(
      () => {
        const { incoming, requestId } = requestInfo;
        const { method = 'GET', url = '/', headers } = incoming;
        const route = routeOf(url.split('?', 1)[0] ?? '/');
        const attributes = { 'http.request.method': method, 'http.route': route, 'atrium.request_id': requestId };
        return { kind: 'request', name: `${method} ${route}`, attributes, headers };
      },
      async () => handle(request, requestInfo),
    );
}

function routeOf(path: string): string {
  const segments = path.split('/').filter(Boolean);
  const page = pageAt(segments.slice(1));
  if (page) return `/{language}/${PAGES[page].pattern}`;
  const [first] = segments;
  return ['api', 'photos', '_astro', 'icons'].includes(first ?? '') ? `/${first}/*` : '/*';
}
