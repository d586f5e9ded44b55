import { eq } from 'drizzle-orm';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { members, supportAnswers, supportRequests } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

const HOUR_SECONDS = 60 * 60;

const REQUESTS = [
  {
    topic: 'finance',
    hoursAgo: 9 * 24,
    message: 'Вывод на USDT TRC20 обрабатывается уже второй час. Это нормально?',
    answer:
      'Да. По рабочим дням мы проверяем заявки с 10:00 до 18:00 по Москве, ваша отправлена в 12:40. Хеш транзакции — на странице вывода.',
  },
  {
    topic: 'team',
    hoursAgo: 5,
    message: 'Приглашённая мной Лена не получила письмо для активации. Как отправить его ещё раз?',
    answer: undefined,
  },
] as const;

export async function seedSupport(tx: Db, { clock }: Pick<Services, 'clock'>): Promise<void> {
  const [anna] = await tx.select({ id: members.id }).from(members).where(eq(members.username, 'anna'));
  if (!anna) return;
  for (const { topic, hoursAgo, message, answer } of REQUESTS) {
    const createdAt = addSeconds(clock.now(), -hoursAgo * HOUR_SECONDS);
    const at = addSeconds(createdAt, 2 * HOUR_SECONDS);
    const answerFields = answer === undefined ? {} : ({ state: 'answered', answeredAt: at, seenAt: at } as const);
    const row = { memberId: anna.id, topic, message, createdAt, ...answerFields };
    const [request] = await tx.insert(supportRequests).values(row).returning({ id: supportRequests.id });
    if (request && answer !== undefined) {
      await tx.insert(supportAnswers).values({ requestId: request.id, text: answer, operator: 'demo', at });
    }
  }
}
