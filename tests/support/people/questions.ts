import { supportNumber } from '#domain/support.ts';
import { supportRequests } from '#server/db/schema/index.ts';
import { answerSupport, lockSupport } from '#server/members/support/index.ts';
import { memberOf, type Stage } from '../app/stage.ts';

/** Settings of a site with other ways to contact support. */
export const OTHER_WAYS = {
  SUPPORT_CHAT_URL: 'https://chat.example/atrium',
  SUPPORT_EMAIL: 'support@atrium.example',
};

/** Inserts a question that a member asked. Resolves to its number. */
export async function giveQuestion(
  stage: Stage,
  username: string,
  message = 'Where is my place?\nI paid yesterday: TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqeTMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe',
): Promise<string> {
  const { id: memberId } = await memberOf(stage, username);
  const { services } = stage;
  const asked = { memberId, topic: 'places', message, createdAt: services.clock.now() } as const;
  const [row] = await services.db.insert(supportRequests).values(asked).returning();
  return supportNumber(row!.id);
}

/** Inserts an answer of the operator. */
export async function giveAnswer(
  { services }: Stage,
  number: string,
  text = 'It has come. Sorry to keep you waiting!',
) {
  await services.transaction(async (tx) => {
    const found = await lockSupport(tx, Number(number.slice(2)));
    await answerSupport(tx, services, found!, { text, operator: 'olga' });
  });
}
