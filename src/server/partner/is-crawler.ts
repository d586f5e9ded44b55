/**
 * Programs that say what they are: search engines, link previews of messengers, tools and measuring stations. One
 * that calls itself a browser is counted like one; the limit by address is for those.
 */
const CRAWLERS = [
  /(?<!\bcu)bot\b|crawl|spider|slurp|scrap|fetch|archiver|validator|monitor|uptime/i,
  /preview|facebookexternalhit|facebookcatalog|meta-external|^whatsapp\/|^viber|vkshare|skypeuripreview|embedly/i,
  /mediapartners|adsbot|google-inspectiontool|googleother|google-read-aloud|lighthouse|pagespeed|gtmetrix|pingdom/i,
  /^(curl|wget|python|java|go-http|okhttp|axios|node|undici|ruby|php|perl|libwww|apache-http|postmanruntime|got)\b/i,
  /headless|phantomjs|puppeteer|playwright|selenium/i,
];

export function isCrawler(userAgent: string): boolean {
  return userAgent.trim() === '' || CRAWLERS.some((pattern) => pattern.test(userAgent));
}
