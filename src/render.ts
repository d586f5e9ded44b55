import { createApp } from 'astro/app/entrypoint/prod';

/** Pages go out compressed and whole: a stream of pieces would only be put together again. */
const app = createApp({ streaming: false });

/** Astro's built pages as one function: a request in, a response out. */
export function render(
  request: Request,
  locals: Pick<App.Locals, 'pageContext'>,
  clientAddress: string,
): Promise<Response> {
  return app.render(request, { locals, clientAddress, addCookieHeader: false });
}
