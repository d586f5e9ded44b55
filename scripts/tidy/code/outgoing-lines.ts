import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

const FOLDERS = ['src/server', 'src/pages', 'src/layouts', 'src/middleware.ts', 'src/render.ts'];
/**
 * Matches the global `fetch`, not methods of that name, and all that opens connections in Node and packages. PostgreSQL
 * has its own check, `databaseClients`.
 */
const OPENS =
  /(?<![.\w])fetch\(|\bglobalThis\.fetch\b|\bnew (?:WebSocket|EventSource)\(|\b(?:https?|net|tls|http2|dgram)\.(?:get|request|connect|createConnection|createSocket)\(|\b(?:import|from)\b[ (]'(?:node:(?:https|http2|tls|dgram)|undici|ofetch|nodemailer|@opentelemetry\/exporter-[\w-]+)'|import \{[^}]*\b(?:get|request|connect|createConnection|Socket)\b[^}]*\} from 'node:(?:http|net)'/;

/** Each opens connections to one address, which is a setting of the operator. */
const MAY: Record<string, string> = {
  'src/server/node/ask-json.ts': 'The member node, at QPAYMENTS_URL.',
  'src/server/node/greet-node.ts': 'The same, before its address is written into the settings.',
  'src/server/http/calls/transport.ts': 'The API of another Atrium, at API_URL.',
  'src/server/operator/alerts/post-webhook.ts': 'The receiver of staff alerts, at STAFF_WEBHOOK_URL.',
  'src/server/mail/mailer.ts': 'The mail server, at SMTP_URL.',
  'src/server/observe/tracing/index.ts': 'The collector, at OTEL_EXPORTER_OTLP_ENDPOINT.',
};

/** Only a short list of modules opens outgoing connections. */
export function outgoingLines(root: string): Finding[] {
  const opening = codeFiles(root, ...FOLDERS).filter(({ text }) => OPENS.test(text));
  return opening
    .filter(({ file }) => !(file in MAY))
    .map(({ file }) => ({ file, problem: 'It opens a line to somewhere, which no setting names.' }));
}
