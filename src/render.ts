import { createApp } from 'astro/app/entrypoint';

const app = createApp();

/** Astro's built pages as one function: a request in, a response out. */
export function render(request: Request, locals: Pick<App.Locals, 'visit'>, clientAddress: string): Promise<Response> {
  return app.render(request, { locals, clientAddress, addCookieHeader: false });
}
