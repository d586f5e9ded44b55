import { createApp } from 'astro/app/entrypoint/prod';

/** Pages go out compressed and whole: a stream of pieces would only be put together again. */
const app = createApp({ streaming: false });

// Astro imports a page's module anew for each request, which costs as much as a question to the database.
const { pageMap } = app.manifest;
for (const [page, load] of pageMap ?? []) {
  let loaded: ReturnType<typeof load> | undefined;
  pageMap?.set(page, () => (loaded ??= load()));
}

type Locals = Pick<App.Locals, 'visit' | 'astroState'>;

/** Astro's built pages as one function: a request in, a response out. */
export async function render(request: Request, locals: Locals, clientAddress: string): Promise<Response> {
  const page = await app.render(request, { locals, clientAddress, addCookieHeader: false });
  // Pages that tell of an error come in pieces all the same, and what is let go of can't be drawn any more.
  const whole = page.headers.has('content-length') || !page.body ? page : new Response(await page.arrayBuffer(), page);
  letGo(locals);
  return whole;
}

/**
 * V8 has the getters that Astro writes for each request among its old objects, and from there they would hold the whole
 * page until everything is collected (decision 0044). So nothing is left to hold.
 */
function letGo(locals: Locals): void {
  const { astroState: state } = locals;
  for (const holder of [state?.result, state, locals as Record<string, unknown>]) {
    for (const key of Object.keys(holder ?? {})) if (holder) holder[key] = undefined;
  }
}
