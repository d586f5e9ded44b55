import type { Language } from '#domain/languages.ts';
import type { Member, Staff } from '#server/db/schema/index.ts';

export type Connection = {
  address: string;
  /** Unmodified Host header. Without it, a console with its own origin is closed. */
  host?: string | undefined;
  userAgent: string;
  requestId: string;
  /** Start of the page’s first call, from `performance.now()`: all its calls share one time limit. */
  sinceMs?: number;
  /** By bearer token: what the reads of one page share. */
  sessions?: Map<string, Promise<Session | undefined>>;
};

export type Caller = Connection & { language: Language };
export type Session = { familyId: string; member: Member };
export type MemberCaller = Caller & { session: Session };

export type StaffSession = { id: string; staff: Staff; startedAt: Date; confirmedAt: Date };
export type StaffCaller = Caller & { session: StaffSession };
