import 'common/page.css';
import { text, themeScript } from 'common/text.mjs';

export const metadata = { title: text.title, icons: { icon: 'data:,' } };
export const viewport = { width: 'device-width', initialScale: 1 };

export default async function Layout({ children, params }) {
  const { lang } = await params;
  return (
    <html lang={lang} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
