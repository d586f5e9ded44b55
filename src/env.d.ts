/// <reference types="astro/client" />

declare module 'i18next-fs-backend' {
  import type { BackendModule } from 'i18next';
  const Backend: BackendModule;
  export default Backend;
}

declare namespace App {
  /** Pages reach the server through `call` only. */
  interface Locals extends Pick<
    ReturnType<import('#contracts/page-context.ts').PageContext['createApiClient']>,
    'call' | 'openSession' | 'closeSession' | 'openStaffSession' | 'closeStaffSession'
  > {
    pageContext: import('#contracts/page-context.ts').PageContext;
    language: import('#domain/languages.ts').Language;
    theme: import('#domain/theme.ts').Theme;
    t: import('#i18n/translator.ts').Translate;
    ref: string | undefined;
    /** A token came with the request; it may be invalid. */
    hasSession: boolean;
    /** Shown by the error page instead of the page. */
    refusal?: import('#contracts/call.ts').Refusal;
    /** Set if this staff member may not see the page. */
    denied?: import('#contracts/console/session.ts').StaffMe;
    owner?: string;
    posted?: Record<string, string>;
    requestId: string;
    now: Date;
    site: import('#contracts/page-context.ts').Site;
    /** Versions of the stylesheets that the browser has cached, from its cookie. */
    styles?: string[];
  }
}
