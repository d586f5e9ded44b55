import * as z from 'zod/mini';
import { POST_KINDS } from '#domain/feed.ts';
import { PLATFORMS } from '#domain/places.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { contract } from './contract.ts';
import { text } from './fields.ts';
import { memberCard } from './profile.ts';

export const findAnything = contract({
  method: 'GET',
  path: '/api/find/',
  summary: 'Members below me, my transactions and posts that have all these words; at most five of each',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({ words: text(64) }),
  output: z.object({
    members: z.array(memberCard),
    transactions: z.array(
      z.object({
        id: z.string(),
        state: z.enum(TRANSACTION_STATES),
        platform: z.enum(PLATFORMS),
        plan: z.object({ id: z.string(), number: z.int(), title: z.string() }),
        place: z.nullable(z.string()),
        created_at: z.iso.datetime(),
      }),
    ),
    posts: z.array(
      z.object({ id: z.string(), kind: z.enum(POST_KINDS), title: z.string(), published_at: z.iso.datetime() }),
    ),
  }),
  success: 200,
  refusals: [],
});
