import type { Language } from '#domain/languages.ts';
import type { Member } from '#server/db/schema/index.ts';

/** Who is asking: an address and a language; who they are is only known with a session. */
export type Caller = { address: string; language: Language; requestId: string };
export type Session = { familyId: string; member: Member };
export type MemberCaller = Caller & { session: Session };

/** What the http server tells the API about a connection. */
export type Connection = { address: string; requestId: string };
