import { createApp } from 'astro/app/entrypoint/prod';

/** No streaming: responses are compressed as a whole anyway. */
const app = createApp({ streaming: false });

export function render(
  request: Request,
  locals: Pick<App.Locals, 'pageContext'>,
  clientAddress: string,
): Promise<Response> {
  return app.render(request, { locals, clientAddress, addCookieHeader: false });
}
