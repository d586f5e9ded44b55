import type { Language } from '#domain/languages.ts';
import type { Member, Staff } from '#server/db/schema/index.ts';

/** What the http server tells the API about a connection. */
export type Connection = {
  address: string;
  /** As it was sent. Without it, a console with an origin of its own stays shut. */
  host?: string | undefined;
  userAgent: string;
  requestId: string;
  /** When the first of a page's calls began, by `performance.now()`: all of them share the time that an answer may take. */
  sinceMs?: number;
};

/** Who is asking: from where and in which language; who they are is only known with a session. */
export type Caller = Connection & { language: Language };
export type Session = { familyId: string; member: Member };
export type MemberCaller = Caller & { session: Session };

/** Somebody at the console, and when they last showed their second factor. */
export type StaffSession = { id: string; staff: Staff; startedAt: Date; confirmedAt: Date };
export type StaffCaller = Caller & { session: StaffSession };
