import type { Wire } from '#contracts/call.ts';
import type { Answer } from '#server/http/transport.ts';

type Send = (wire: Wire) => Promise<Answer>;
type Asked = { wires: Wire[]; told: string[] };

/** What one page asks the API, and what it is told. */
export type Notebook = {
  ask(wire: Wire, send: Send): Promise<Answer>;
  /** Asks at once what a page may be about to ask, which then finds it here. Nothing when some of it was refused. */
  askAhead(wires: readonly Wire[], send: Send): Promise<string[] | undefined>;
  /** Nothing when something else than looks was asked, or some were refused. */
  asked(): Asked | undefined;
};

export function openNotebook(): Notebook {
  const ahead = new Map<string, Promise<Answer>>();
  const asked: Asked = { wires: [], told: [] };
  let isComplete = true;
  return {
    async ask(wire, send) {
      const isLook = wire.method === 'GET';
      // It may change what was told before.
      if (!isLook) ahead.clear();
      const answer = await (ahead.get(wire.path) ?? send(wire));
      isComplete &&= isLook && isTold(answer);
      asked.wires.push(wire);
      asked.told.push(answer.text);
      return answer;
    },
    async askAhead(wires, send) {
      const answers = await Promise.allSettled(
        wires.map((wire) => {
          const answer = ahead.get(wire.path) ?? send(wire);
          ahead.set(wire.path, answer);
          return answer;
        }),
      );
      const told = answers.flatMap((each) =>
        each.status === 'fulfilled' && isTold(each.value) ? [each.value.text] : [],
      );
      return told.length === wires.length ? told : undefined;
    },
    asked: () => (isComplete && asked.wires.length > 0 ? asked : undefined),
  };
}

function isTold({ status, stream }: Answer): boolean {
  return status === 200 && !stream;
}
