/** How an HTTP server has them: lower-case names. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

// Names that crawlers, monitors, previewers and libraries give themselves. A phone called Cubot is none.
const names =
  /(?<!cu)bots?(?:\b|_)|crawl|spider|slurp|mediapartners|facebookexternalhit|embedly|preview|prerender|archiver|monitor|pingdom|uptime|lighthouse|pagespeed|gtmetrix|headless|phantomjs|python|curl\/|wget|libwww|okhttp|java\/|go-http|node-fetch|undici|axios|ruby|perl|scrapy|feed|validator|checker|scanner|postman|insomnia/i

/** Whether a request comes from a program rather than from a person's browser. */
export function isBot(headers: Headers): boolean {
  const agent = text(headers['user-agent'])
  if (agent.length < 20 || agent.length > 1_000 || names.test(agent)) return true
  if (!/^Mozilla\/5\.0 /.test(agent)) return true
  // Every browser names the languages that its user reads.
  if (text(headers['accept-language']) === '') return true
  // Browsers since 2023 say where a request comes from; older ones do not, programs that say it wrong are found out.
  const site = text(headers['sec-fetch-site'])
  if (site !== '' && site !== 'same-origin') return true
  // Fetched ahead is not looked at.
  return /prefetch|prerender/i.test(text(headers['sec-purpose']) + text(headers['purpose']))
}

/** Do Not Track and Global Privacy Control. */
export function objects(headers: Headers): boolean {
  return text(headers['dnt']) === '1' || text(headers['sec-gpc']) === '1'
}

function text(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}
