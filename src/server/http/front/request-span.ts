import { asWork } from '#server/base/diagnostics.ts';
import type { RequestHandler } from '#server/api/request-info.ts';
import { routePattern } from './route-pattern.ts';

export function asSpan(handle: RequestHandler): RequestHandler {
  return (request, requestInfo) =>
    asWork(
      () => {
        const { incoming, path, requestId } = requestInfo;
        const { method = 'GET', headers } = incoming;
        const route = routePattern(path);
        const attributes = { 'http.request.method': method, 'http.route': route, 'atrium.request_id': requestId };
        return { kind: 'request', name: `${method} ${route}`, attributes, headers };
      },
      async () => handle(request, requestInfo),
    );
}
