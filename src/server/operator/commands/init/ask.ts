import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Answers, faultOf, type Flag, QUESTIONS } from './questions.ts';

export async function askAnswers(initialAnswers: Answers, openFlags: ReadonlySet<Flag>): Promise<Answers> {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  // Ctrl-C and the end of input exit; no file has been written yet.
  terminal.once('SIGINT', () => terminal.close());
  const leave = () => process.exit(1);
  terminal.once('close', leave);
  const answers = { ...initialAnswers };
  for (const question of QUESTIONS) {
    if (!openFlags.has(question.flag)) continue;
    const isSecret = 'isSecret' in question;
    for (let fault: string | undefined = ''; fault !== undefined;) {
      const before = answers[question.flag];
      const preset = before ?? ('preset' in question ? question.preset(answers) : undefined);
      const hint = preset ? ` [${isSecret && before ? 'as it is set' : preset}]` : '';
      const reply = terminal.question(`${question.about}${isSecret ? ', not shown' : ''}${hint}: `);
      isHidden = isSecret;
      const typed = (await reply).trim();
      isHidden = false;
      if (isSecret) process.stdout.write('\n');
      const answer = typed || (preset ?? '');
      fault = faultOf(question, answer);
      if (fault === undefined) answers[question.flag] = answer;
      else process.stdout.write(`  That ${fault}.\n`);
    }
  }
  terminal.off('close', leave);
  terminal.close();
  return answers;
}
