import * as z from 'zod/mini';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { fault } from '#domain/field-faults.ts';
import { contract } from './contract.ts';
import { text } from './fields.ts';

export const getPartner = contract({
  method: 'GET',
  path: '/api/partners/{ref}/',
  summary: 'The public card of the member behind a referral code; name and photo only if they allow it',
  caller: 'anyone',
  mayLag: true,
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

export const countView = contract({
  method: 'POST',
  path: '/api/partners/{ref}/views/',
  summary: 'Somebody has seen a partner page; each visitor counts once an hour, crawlers never',
  caller: 'anyone',
  input: z.strictObject({ ref: z.string(), user_agent: text() }),
  output: z.object({}),
  success: 202,
  refusals: ['not_found', 'too_often'],
});

export const listSitemapParts = contract({
  method: 'GET',
  path: '/api/sitemap/',
  summary: 'The parts of the site map that hold a partner page',
  caller: 'anyone',
  mayLag: true,
  input: z.strictObject({}),
  output: z.object({ items: z.array(z.object({ part: z.number() })), next: z.null() }),
  success: 200,
  refusals: ['too_often'],
});

export const listSitemapPart = contract({
  method: 'GET',
  path: '/api/sitemap/{part}/',
  summary: 'The partner pages that may stand in one part of the site map',
  caller: 'anyone',
  mayLag: true,
  input: z.strictObject({ part: z.string().check(z.regex(/^\d{1,6}$/, fault('invalid'))) }),
  output: z.object({ items: z.array(z.object({ ref: z.string() })), next: z.null() }),
  success: 200,
  refusals: ['not_found', 'too_often'],
});
