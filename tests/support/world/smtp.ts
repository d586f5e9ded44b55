import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import { afterwards } from '../afterwards.ts';

export type ReceivedEmail = { to: string[]; raw: string };
export type MailServer = { url: string; emails: ReceivedEmail[]; close(): Promise<void> };

/** `refuse` returns the error message for a refused recipient. */
type Manners = { refuse?(recipient: SMTPServerAddress): string };

/** A real SMTP server that keeps the e-mails it receives. */
export async function openMailServer({ refuse }: Manners = {}): Promise<MailServer> {
  const emails: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(recipient, _, done) {
      done(refuse ? Object.assign(new Error(refuse(recipient)), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        emails.push({
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  // Broken connections are checked at the client.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  afterwards(close);
  return { url: `smtp://127.0.0.1:${port}`, emails, close };
}

/** The readable parts of an e-mail, decoded from quoted-printable and base64. */
export function readEmail({ raw }: ReceivedEmail): { head: string; text: string; html: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`);
  const part = (type: string) => {
    const [partHead = '', ...body] = (parts.find((candidate) => candidate.includes(type)) ?? '').split('\r\n\r\n');
    return decode(partHead, body.join('\r\n\r\n'));
  };
  return { head: head.replaceAll(/\r\n\s+/g, ' '), text: part('text/plain'), html: part('text/html') };
}

function decode(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
