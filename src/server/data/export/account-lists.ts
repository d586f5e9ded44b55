import { sql } from 'drizzle-orm';
import { answer, type List, number, time, words } from './list.ts';

const list = <Name extends string>(definition: List<Name>) => definition;
const by = (column: string) => (memberId: number) => sql`${sql.raw(column)} = ${memberId}`;

/** Who a member is and what they did here, money and places aside. Nobody else is in it but the names of their first line. */
export const accountLists = [
  list({
    name: 'profile',
    from: 'members m left join referrals r on r.member_id = m.id left join member_pins p on p.member_id = m.id left join member_totps t on t.member_id = m.id',
    isTheirs: by('m.id'),
    key: [['m.id', 'integer']],
    columns: {
      username: words('m.username'),
      name: words('m.name'),
      email: words('m.email'),
      language: words('m.language'),
      telegram: words(`m.contacts->>'telegram'`),
      phone: words(`m.contacts->>'phone'`),
      other_contacts: words(`m.contacts->>'other'`),
      contacts_visibility: words('m.contacts_visibility'),
      partner_shows_name: answer('m.partner_shows_name'),
      in_sitemap: answer('m.in_sitemap'),
      unwanted_emails: words(`(select string_agg(kind, ' ') from jsonb_array_elements_text(m.unwanted_mails) as kind)`),
      ref_code: words('m.ref_code'),
      joined_by_code: words('r.ref_code'),
      joined_at: time('r.bound_at'),
      registered_at: time('m.registered_at'),
      activated_at: time('m.activated_at'),
      career_status: words('m.career_status'),
      active: answer('m.active'),
      real_estate: number('m.real_estate'),
      password_changed_at: time('m.password_changed_at'),
      email_changed_at: time('m.email_changed_at'),
      pin_set_at: time('p.set_at'),
      second_factor_set_at: time('t.set_at'),
      feed_read_up_to: time('m.feed_read_at'),
    },
  }),
  list({
    name: 'sessions',
    from: 'session_families s',
    isTheirs: by('s.member_id'),
    key: [
      ['s.started_at', 'timestamptz'],
      ['s.id', 'uuid'],
    ],
    columns: {
      device: words('s.device'),
      address_range: words('s.address_range'),
      started_at: time('s.started_at'),
      last_seen_at: time('s.rotated_at'),
      ended_at: time('s.ended_at'),
      ended_by: words('s.end_reason'),
    },
  }),
  list({
    name: 'passkeys',
    from: 'member_passkeys k',
    isTheirs: by('k.member_id'),
    key: [
      ['k.created_at', 'timestamptz'],
      ['k.id', 'text'],
    ],
    columns: { name: words('k.name'), created_at: time('k.created_at'), used_at: time('k.used_at') },
  }),
  list({
    name: 'security-events',
    from: 'security_events e',
    isTheirs: by('e.member_id'),
    key: [['e.id', 'bigint']],
    columns: {
      kind: words('e.kind'),
      device: words('e.device'),
      address_range: words('e.address_range'),
      at: time('e.at'),
    },
  }),
  list({
    name: 'mailed-links',
    from: 'mailed_links l',
    isTheirs: by('l.member_id'),
    key: [['l.id', 'integer']],
    columns: {
      purpose: words('l.purpose'),
      new_email: words('l.new_email'),
      expires_at: time('l.expires_at'),
      used_at: time('l.used_at'),
    },
  }),
  list({
    name: 'emails',
    from: 'mails l',
    isTheirs: by('l.member_id'),
    key: [
      ['l.created_at', 'timestamptz'],
      ['l.id', 'uuid'],
    ],
    columns: { kind: words('l.kind'), created_at: time('l.created_at'), sent_at: time('l.sent_at') },
  }),
  list({
    name: 'notices',
    from: 'notices n',
    isTheirs: by('n.member_id'),
    key: [['n.id', 'integer']],
    columns: {
      kind: words('n.kind'),
      // Who joined is told by the list of the first line.
      about: words(`case when n.kind <> 'first-line-joined' then n.about end`),
      at: time('n.at'),
      seen_at: time('n.seen_at'),
    },
  }),
  list({
    name: 'support-requests',
    from: 'support_requests r',
    isTheirs: by('r.member_id'),
    key: [['r.id', 'integer']],
    columns: {
      number: number('r.id'),
      topic: words('r.topic'),
      message: words('r.message'),
      about: words('r.about'),
      state: words('r.state'),
      created_at: time('r.created_at'),
      answered_at: time('r.answered_at'),
      seen_at: time('r.seen_at'),
    },
  }),
  list({
    name: 'support-answers',
    from: 'support_answers a join support_requests r on r.id = a.request_id',
    isTheirs: by('r.member_id'),
    key: [['a.id', 'integer']],
    columns: { request: number('a.request_id'), text: words('a.text'), at: time('a.at') },
  }),
  list({
    name: 'posts-read',
    from: 'post_reads d join posts p on p.id = d.post_id',
    isTheirs: by('d.member_id'),
    key: [
      ['d.read_at', 'timestamptz'],
      ['d.post_id', 'uuid'],
    ],
    columns: { post: words('p.slug'), read_at: time('d.read_at') },
  }),
  list({
    name: 'first-line',
    from: 'members m',
    isTheirs: by('m.inviter_id'),
    key: [['m.id', 'integer']],
    columns: { username: words('m.username'), registered_on: words('m.registered_on::text') },
  }),
  list({
    name: 'partner-page-views',
    from: 'partner_days d',
    isTheirs: by('d.member_id'),
    key: [['d.day', 'date']],
    columns: { day: words('d.day::text'), views: number('d.views') },
  }),
] as const;
