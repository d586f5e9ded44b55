import { eq } from 'drizzle-orm';
import { type APIRequestContext, type Page, request } from 'playwright';
import { onTestFinished } from 'vitest';
import { pageOwner } from '#server/members/auth/index.ts';
import { openSession } from '#server/members/auth/session/index.ts';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import type { Person } from '#server/operator/seed/cast.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Log } from '#server/base/log.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { newAddress } from './api.ts';
import { QUICK, SESSION_SECRET } from './services.ts';
import { noNode } from '../world/node.ts';
import { silentLog } from './silent-log.ts';
import { openTestSite } from './site.ts';

/** The site, and its services for actions that no visitor can do. */
export type Stage = { origin: string; services: Services };

/** Opens the site behind one proxy, so that each visitor can have a separate address. */
export async function openStage({
  people,
  money = false,
  env,
  log,
}: { people?: readonly Person[]; money?: boolean; env?: NodeJS.ProcessEnv; log?: Log } = {}): Promise<Stage> {
  const { origin, database } = await openTestSite({
    env: { TRUSTED_PROXY_HOPS: '1', ...env },
    money,
    ...(people && { people }),
    ...(log && { log }),
  });
  const services: Services = {
    ...database,
    clock: systemClock,
    config: readConfig({ PUBLIC_ORIGIN: origin, ...QUICK }),
    secrets: deriveSecrets([SESSION_SECRET]),
    log: silentLog,
    node: noNode(),
  };
  return { origin, services };
}

export async function memberOf({ services }: Pick<Stage, 'services'>, username: string): Promise<Member> {
  const [member] = await services.db.select().from(members).where(eq(members.username, username));
  if (!member) throw new Error(`Nobody is called ${username}.`);
  return member;
}

/** Sets the session cookies without the sign-in form, which has its own tests. */
export async function signIn(page: Page, stage: Stage, username: string): Promise<void> {
  const cookie = { url: stage.origin, httpOnly: true, sameSite: 'Lax' } as const;
  const cookies = await sessionCookies(stage, username);
  await page.context().addCookies(cookies.map((one) => ({ ...cookie, ...one })));
}

/** The owner that a member's pages name. */
export async function ownerOf(stage: Pick<Stage, 'services'>, username: string): Promise<string> {
  const { id } = await memberOf(stage, username);
  return pageOwner(stage.services, { kind: 'member', id, name: username });
}

type Cookie = { name: string; value: string };

export async function sessionCookies(stage: Stage, username: string): Promise<Cookie[]> {
  const tokens = await openSession(stage.services, await memberOf(stage, username), { address: '', userAgent: '' });
  if (!tokens) throw new Error(`${username} may not sign in.`);
  return [
    { name: 'access_token', value: tokens.access },
    { name: 'refresh_token', value: tokens.refresh },
  ];
}

/** HTTP client without rendering that keeps cookies. It is for tests of statuses and redirects. */
export async function openClient(
  { origin }: Pick<Stage, 'origin'>,
  cookies: Cookie[] = [],
  headers: Record<string, string> = {},
): Promise<APIRequestContext> {
  const kept = { domain: new URL(origin).hostname, path: '/', expires: -1, httpOnly: true, secure: false } as const;
  const client = await request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { accept: 'text/html', 'x-forwarded-for': newAddress(), ...headers },
    storageState: { cookies: cookies.map((one) => ({ ...kept, sameSite: 'Lax', ...one })), origins: [] },
  });
  onTestFinished(() => client.dispose());
  return client;
}

/** Status of the response to this member. */
export async function answerFor(stage: Stage, username: string, address: string): Promise<number> {
  const client = await openClient(stage, await sessionCookies(stage, username));
  return (await client.get(address)).status();
}
