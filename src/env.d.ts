/// <reference types="astro/client" />

declare module 'i18next-fs-backend' {
  import type { BackendModule } from 'i18next';
  const Backend: BackendModule;
  export default Backend;
}

declare namespace App {
  /** What a page is given. It reaches the server through `call` and through nothing else. */
  interface Locals extends Pick<
    ReturnType<import('#contracts/page-context.ts').PageContext['createApiClient']>,
    'call' | 'openSession' | 'closeSession' | 'openStaffSession' | 'closeStaffSession'
  > {
    pageContext: import('#contracts/page-context.ts').PageContext;
    language: import('#domain/languages.ts').Language;
    theme: import('#domain/theme.ts').Theme;
    t: import('#i18n/translator.ts').Translate;
    /** The referral code this visitor came with, if any. */
    ref: string | undefined;
    /** What a page could not do without and was refused; the error page tells it. */
    refusal?: import('#contracts/call.ts').Refusal;
    /** Somebody at the console who may not see the page that they asked for. */
    denied?: import('#contracts/console/session.ts').StaffMe;
    /** The account that this page is rendered for, as its forms and calls name it. */
    owner?: string;
    /** What was typed into the form that was sent to this page. */
    posted?: Record<string, string>;
    requestId: string;
    /** By the injected clock: a page asks no other. */
    now: Date;
    site: import('#contracts/page-context.ts').Site;
    /** The versions of stylesheets that the browser has, as the request says. */
    styles?: string[];
  }
}
