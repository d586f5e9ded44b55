import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Millionths of a USDT. */
export const micros = (name: string) => bigint(name, { mode: 'bigint' });
