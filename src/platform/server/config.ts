import { resolve } from 'node:path'
import { z } from 'zod'
import { schemaFaults } from '#wire/schema-words.ts'
import { signInAccess, signInFaults, signInVariables, type ProviderAccess } from './config-sign-in.ts'
import { isLoopbackName, isOpenToAll } from './network/loopback.ts'

/*
 * The environment, read once at the start. Nothing else in the program reads process.env.
 */

const flag = z.enum(['on', 'off'])
const webAddress = z.url({ protocol: /^https?$/, error: 'should be as https://shop.example' })

/** Variables are texts. */
function wholeNumber(least: number, most: number) {
  const error = `should be a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

const smsExample = 'twilio://SID:TOKEN@api.twilio.com?from=+15550100'

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  /** More host names that the shop answers to, separated by commas. */
  ALLOWED_HOSTS: z.string().default(''),
  /** Addresses of proxies whose X-Forwarded-For is believed, separated by commas. */
  TRUST_PROXY: z.string().default(''),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'should be as postgres://user:password@host:5432/database' })
    .optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: flag.default('on'),
  /** Memory that rendered pages may take, in megabytes. */
  PAGE_CACHE_MB: wholeNumber(1, 65_536).default(16),
  /** Visits, scripts and styles are compressed with what browsers have of the shop already. */
  DICTIONARIES: flag.default('on'),
  /** When set, /metrics asks for `Authorization: Bearer <token>`; without it, this machine alone is answered. */
  METRICS_TOKEN: z.string().min(1).optional(),
  /** `smtp://user:password@host:587`, `smtps://…`; `?tls=off` for a server on a network of one's own. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'as smtp://user:password@mail.example:587, or smtps://…' })
    .optional(),
  /** `shop@example.com` or `Oak & Linen <shop@example.com>` */
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]{1,80}<\s*)?[^\s<>@,;]+@[^\s<>@,;]+(?:\s*>)?$/,
      'an address, or a name with an address in <>',
    )
    .optional(),
  /** `twilio://SID:TOKEN@api.twilio.com?from=+15550100`; `?tls=off` for a server on a network of one's own. */
  SMS_URL: z.url({ protocol: /^twilio$/, error: `as ${smsExample}` }).optional(),
  /** The header in which a trusted proxy names the visitor's country, such as `cf-ipcountry`. */
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,60}$/i, 'the name of a header')
    .optional(),
  /** The header in which a CDN reads what a page shows: `surrogate-key` (Fastly), `cache-tag` (Cloudflare, KeyCDN). */
  CDN_TAG_HEADER: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,60}$/i, 'the name of a header')
    .optional(),
  /** A bank that only pretends, to try everything with; without it, on while DEMO is on and PUBLIC_URL is none that strangers reach by https. */
  DEMO_GATEWAY: flag.optional(),
  DEMO_CUSTOMER: flag.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'begins with sk_ or rk_')
    .optional(),
  /** One, or several separated by commas while they are changed. */
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** Another URL than Stripe's own, for tests. */
  STRIPE_API_URL: webAddress.optional(),
  /** Font files of receipts, separated by commas: for alphabets, for Chinese; `#<PostScript name>` after a collection. */
  RECEIPT_FONTS: z.string().default(''),
  /** The domain of passkeys: the host of PUBLIC_URL, or a domain that it lies below. */
  PASSKEY_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/, 'a domain in small letters, such as shop.example')
    .optional(),
  ...signInVariables,
  /** The folder in which the operator called the program; set by scripts/violet.mjs, which runs it in the shop's. */
  INIT_CWD: z.string().min(1).optional(),
})

export interface Config {
  mode: 'development' | 'production' | 'test'
  port: number
  host: string
  /** Without a trailing slash; null until the port is known. */
  publicUrl: string | null
  allowedHosts: readonly string[]
  trustProxy: readonly string[]
  /** Absolute. */
  dataDir: string
  /** Absolute: pictures. */
  mediaDir: string
  /** Null: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  databasePool: number
  logLevel: string
  demo: boolean
  /** Bytes. */
  pageCacheBytes: number
  dictionaries: boolean
  metricsToken: string | null
  /** Null: mails are written into `mailDir` and not sent. */
  smtp: SmtpServer | null
  /** Who mails come from; `name` null for the shop's own. */
  mailFrom: { name: string | null; address: string }
  /** Absolute: mails as files, where no server is configured. */
  mailDir: string
  /** Null: text messages are written into `smsDir` and not sent. */
  sms: SmsProvider | null
  /** Absolute: text messages as files, where no provider is configured. */
  smsDir: string
  /** Small letters; null: the currency is not chosen by country. */
  countryHeader: string | null
  /** Small letters; null: pages do not say what they show. */
  cdnTagHeader: string | null
  demoGateway: boolean
  /** There may be a customer whose password everybody knows. */
  demoCustomer: boolean
  /** Paths; empty: the program finds them itself. */
  receiptFonts: readonly string[]
  /** Null: payment methods of Stripe are not offered. */
  stripe: StripeAccess | null
  /** Null: the host of the shop's public URL. */
  passkeyDomain: string | null
  /** Who shoppers may sign in by; empty: by the shop's own ways alone. */
  signInBy: readonly ProviderAccess[]
  /** Absolute: the base of relative paths that the operator types. */
  operatorDir: string
}

export interface StripeAccess {
  secretKey: string
  /** Any of them may have signed. */
  webhookSecrets: readonly string[]
  /** Null: Stripe's own. */
  apiUrl: string | null
}

export interface SmtpServer {
  host: string
  port: number
  /** `wrapped`: from the first byte. `required`: by STARTTLS, or nothing is sent. */
  tls: 'wrapped' | 'required' | 'off'
  login: { user: string; password: string } | null
}

export interface SmsProvider {
  /** Where requests go, without a path. */
  apiUrl: string
  /** The account that sends and pays: `AC…`. */
  account: string
  /** The account with its token, or an API key with its secret. */
  login: { user: string; password: string }
  /** A number, a sender's name, or a messaging service (`MG…`). */
  from: string
}

/** Throws one error that lists every faulty variable by name. */
export class ConfigError extends Error {}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable is an absent one: `PORT= npm start` and an unfilled .env line mean the default.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const faults = schemaFaults(parsed.error).map(({ path, what }) => `${path.join('.')}: ${what}`)
    throw new ConfigError(`The environment is not usable:\n  ${faults.join('\n  ')}`)
  }
  const e = parsed.data
  if (e.SMTP_URL !== undefined && e.MAIL_FROM === undefined)
    throw new ConfigError(
      'The environment is not usable:\n  MAIL_FROM: mails need a sender where SMTP_URL is set',
    )
  if ((e.STRIPE_SECRET_KEY === undefined) !== (e.STRIPE_WEBHOOK_SECRET === undefined))
    throw new ConfigError(
      'The environment is not usable:\n  STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: one needs the other',
    )
  if (e.PASSKEY_DOMAIN !== undefined && !isAbove(e.PASSKEY_DOMAIN, e.PUBLIC_URL))
    throw new ConfigError(
      'The environment is not usable:\n  PASSKEY_DOMAIN: browsers take the host of PUBLIC_URL, or a domain that it lies below',
    )
  const faults = signInFaults(e)
  if (faults.length > 0) throw new ConfigError(`The environment is not usable:\n  ${faults.join('\n  ')}`)
  const sms = e.SMS_URL === undefined ? null : smsProvider(new URL(e.SMS_URL))
  const dataDir = resolve(e.DATA_DIR)
  return Object.freeze({
    mode: e.NODE_ENV,
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    allowedHosts: list(e.ALLOWED_HOSTS),
    trustProxy: list(e.TRUST_PROXY),
    dataDir,
    mediaDir: resolve(dataDir, 'media'),
    databaseUrl: e.DATABASE_URL ?? null,
    databasePool: e.DATABASE_POOL,
    logLevel: e.LOG_LEVEL,
    demo: e.DEMO === 'on',
    pageCacheBytes: e.PAGE_CACHE_MB * 1024 * 1024,
    dictionaries: e.DICTIONARIES === 'on',
    metricsToken: e.METRICS_TOKEN ?? null,
    smtp: e.SMTP_URL === undefined ? null : smtpServer(new URL(e.SMTP_URL)),
    mailFrom: sender(e.MAIL_FROM ?? 'shop@localhost'),
    mailDir: resolve(dataDir, 'mail'),
    sms,
    smsDir: resolve(dataDir, 'sms'),
    countryHeader: e.COUNTRY_HEADER?.toLowerCase() ?? null,
    cdnTagHeader: e.CDN_TAG_HEADER?.toLowerCase() ?? null,
    receiptFonts: list(e.RECEIPT_FONTS),
    // Who pays there pays nothing: a shop that strangers can come to has it only where it was asked for by name.
    demoGateway: (e.DEMO_GATEWAY ?? (isOpenToAll(e.PUBLIC_URL ?? null) ? 'off' : e.DEMO)) === 'on',
    // Whatever was asked for: an account that everybody can open is no account.
    demoCustomer: (e.DEMO_CUSTOMER ?? e.DEMO) === 'on' && isForThisMachine(e),
    stripe:
      e.STRIPE_SECRET_KEY === undefined
        ? null
        : {
            secretKey: e.STRIPE_SECRET_KEY,
            webhookSecrets: list(e.STRIPE_WEBHOOK_SECRET ?? ''),
            apiUrl: e.STRIPE_API_URL ?? null,
          },
    passkeyDomain: e.PASSKEY_DOMAIN ?? null,
    signInBy: signInAccess(e),
    operatorDir: resolve(e.INIT_CWD ?? '.'),
  })
}

/** Every name that the shop answers to, or where it listens, means this machine alone. */
function isForThisMachine({
  PUBLIC_URL,
  HOST,
  ALLOWED_HOSTS,
}: {
  PUBLIC_URL?: string | undefined
  HOST: string
  ALLOWED_HOSTS: string
}): boolean {
  const own = PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname
  return [own, ...list(ALLOWED_HOSTS)].every(isLoopbackName)
}

function isAbove(domain: string, url: string | undefined): boolean {
  if (url === undefined) return false
  const { hostname } = new URL(url)
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

function smtpServer(url: URL): SmtpServer {
  const isWrapped = url.protocol === 'smtps:'
  const tls = isWrapped ? 'wrapped' : url.searchParams.get('tls') === 'off' ? 'off' : 'required'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isWrapped ? 465 : 587) : Number(url.port),
    tls,
    login:
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
  }
}

function smsProvider(url: URL): SmsProvider {
  const user = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  // In a query, a bare + is a space.
  const from = url.searchParams.get('from')?.replace(/^ /, '+') ?? ''
  if (user === '' || password === '' || from === '')
    throw new ConfigError(
      `The environment is not usable:\n  SMS_URL: it needs an account, its token and a sender: ${smsExample}`,
    )
  const scheme = url.searchParams.get('tls') === 'off' ? 'http' : 'https'
  return {
    apiUrl: `${scheme}://${url.host}`,
    // With an API key, the account that it belongs to is the path.
    account: decodeURIComponent(url.pathname.replace(/^\//, '')) || user,
    login: { user, password },
    from,
  }
}

function sender(text: string): Config['mailFrom'] {
  const named = /^(.*?)<\s*([^<>\s]+)\s*>$/.exec(text)
  if (!named) return { name: null, address: text.trim() }
  const name = named[1]!.trim().replace(/^"|"$/g, '')
  return { name: name === '' ? null : name, address: named[2]! }
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
