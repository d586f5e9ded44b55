import { asWork } from '#server/diagnostics.ts';
import type { RequestHandler } from './request-info.ts';
import { routePattern } from './route-pattern.ts';

/** The handler as a piece of work: its name is the pattern of the route, never what stands in the path. */
export function asSpan(handle: RequestHandler): RequestHandler {
  return (request, requestInfo) =>
    asWork(
      () => {
        const { incoming, requestId } = requestInfo;
        const { method = 'GET', url = '/', headers } = incoming;
        const route = routePattern(url.split('?', 1)[0] ?? '/');
        const attributes = { 'http.request.method': method, 'http.route': route, 'atrium.request_id': requestId };
        return { kind: 'request', name: `${method} ${route}`, attributes, headers };
      },
      async () => handle(request, requestInfo),
    );
}
