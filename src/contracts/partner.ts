import * as z from 'zod/mini';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { contract } from './contract.ts';

export const getPartner = contract({
  method: 'GET',
  path: '/api/partners/{ref}/',
  summary: 'The public card of the member behind a referral code',
  caller: 'anyone',
  input: z.strictObject({ ref: z.string() }),
  output: z.object({
    username: z.string(),
    name: z.nullable(z.string()),
    photo: z.nullable(z.string()),
    career_status: z.enum(CAREER_STATUSES),
    member_since: z.iso.datetime(),
  }),
  success: 200,
  refusals: ['not_found', 'too_often'],
});
