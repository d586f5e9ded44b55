import { sql } from 'drizzle-orm';
import type { CareerStatus } from '#domain/career-status.ts';

export type TeamRow = {
  id: number;
  username: string;
  name: string | null;
  photo: string | null;
  careerStatus: CareerStatus;
  line: number;
  inTeam: number;
  realEstate: number;
  active: boolean;
  isFormer: boolean;
  registeredAt: string;
  /** Day in the platform's time zone; the sort key. */
  day: string;
};

/** Of a member `l` with their line, and their counter `whole_team`. */
export const ROW_COLUMNS = sql`l.id, l.username, l.name, l.photo, l.career_status as "careerStatus", l.active,
  l.closed_at is not null as "isFormer", l.real_estate as "realEstate", l.registered_at as "registeredAt",
  l.registered_on::text as day, l.line, whole_team as "inTeam"`;
