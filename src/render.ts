import { createApp } from 'astro/app/entrypoint/prod';

/** Pages go out compressed and whole: a stream of pieces would only be put together again. */
const app = createApp({ streaming: false });

// Astro imports a page's module anew for each request, which costs as much as a question to the database.
const { pageMap } = app.manifest;
for (const [page, load] of pageMap ?? []) {
  let loaded: ReturnType<typeof load> | undefined;
  pageMap?.set(page, () => (loaded ??= load()));
}

/** Astro's built pages as one function: a request in, a response out. */
export function render(request: Request, locals: Pick<App.Locals, 'visit'>, clientAddress: string): Promise<Response> {
  return app.render(request, { locals, clientAddress, addCookieHeader: false });
}
