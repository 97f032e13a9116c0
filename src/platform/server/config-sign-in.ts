import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

/*
 * Who shoppers may sign in by, as the environment names them.
 */

const text = z.string().min(1).optional()

/** Secrets travel by https; only a provider on this machine, as in tests, may do without. */
const providerUrl = z
  .url({ protocol: /^https?$/, error: 'an address as https://id.example' })
  .refine(isSafe, 'https is needed')

/** Line ends may be written as \\n. */
function pemOf(given: string): string {
  return given.replaceAll(String.raw`\n`, '\n')
}

function isPrivateKey(given: string): boolean {
  try {
    return createPrivateKey(pemOf(given)).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}

function isSafe(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(parsed?.hostname ?? '')
}

const words = (name: string) =>
  z.string({ error: `"${name}" is needed, a text` }).min(1, `"${name}" is empty`)

const issuers = z
  .array(
    z.strictObject({
      /** Stands in the URL that is registered with the provider. */
      name: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'small letters, digits and hyphens'),
      title: words('title').max(40),
      issuer: providerUrl,
      clientId: words('clientId'),
      clientSecret: words('clientSecret'),
      /** More origins that its sign-in page leads over. */
      origins: z.array(providerUrl).default([]),
      /** Off: whatever it says, an e-mail address is proven by a code. */
      trustsEmail: z.boolean().default(true),
      /** On: it comes back by a form, and nothing of its answer is in a URL of its own. */
      formPost: z.boolean().default(false),
    }),
    { error: 'a list in square brackets, as .env.example shows' },
  )
  .max(10)

export const signInVariables = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  MICROSOFT_CLIENT_ID: text,
  MICROSOFT_CLIENT_SECRET: text,
  /** `common`, `organizations`, `consumers`, or the id of one organisation. */
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/, 'common, organizations, consumers, or the id of one organisation')
    .default('common'),
  /** The id of a service, of which the way back is registered. */
  APPLE_CLIENT_ID: text,
  APPLE_TEAM_ID: text,
  APPLE_KEY_ID: text,
  /** PKCS#8 in PEM. */
  APPLE_PRIVATE_KEY: z
    .string()
    .refine(isPrivateKey, "the file AuthKey_….p8 of Apple's, in one line with \\n for its line ends")
    .optional(),
  WECHAT_APP_ID: text,
  WECHAT_APP_SECRET: text,
  /** Other URLs than WeChat's own, for tests: of the page, and of the calls. */
  WECHAT_PAGE_URL: providerUrl.default('https://open.weixin.qq.com'),
  WECHAT_API_URL: providerUrl.default('https://api.weixin.qq.com'),
  /** Any provider that speaks OpenID Connect: a JSON list, as .env.example shows. */
  OIDC_PROVIDERS: z
    .string()
    .default('[]')
    .transform((json, ctx) => {
      try {
        return JSON.parse(json) as unknown
      } catch {
        ctx.addIssue({ code: 'custom', message: 'it is not JSON' })
        return z.NEVER
      }
    })
    .pipe(issuers),
}

type Variables = z.output<z.ZodObject<typeof signInVariables>>

/** What the program needs to ask one provider. */
export type ProviderAccess =
  | {
      kind: 'oidc'
      name: string
      title: string
      issuer: string
      clientId: string
      clientSecret: string
      origins: readonly string[]
      trustsEmail: boolean
      formPost: boolean
    }
  | { kind: 'apple'; clientId: string; teamId: string; keyId: string; privateKey: string }
  | { kind: 'wechat'; appId: string; appSecret: string; pageUrl: string; apiUrl: string }

/** Groups of variables of which one needs all the others. */
const together = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['WECHAT_APP_ID', 'WECHAT_APP_SECRET'],
] as const satisfies readonly (keyof Variables)[][]

/** What is wrong, one line each: a provider that is half configured must not be left out in silence. */
export function signInFaults(e: Variables): string[] {
  const halves = together
    .filter((names) => new Set(names.map((name) => e[name] === undefined)).size > 1)
    .map((names) => `${names.join(', ')}: one needs the others`)
  const named = signInAccess(e).map((access) => (access.kind === 'oidc' ? access.name : access.kind))
  const twice = named.filter((name, index) => named.indexOf(name) !== index)
  return [...halves, ...twice.map((name) => `OIDC_PROVIDERS: ${name} is there twice`)]
}

/** The providers whose variables are there, in the order in which they are shown. */
export function signInAccess(e: Variables): ProviderAccess[] {
  const found: ProviderAccess[] = []
  if (e.GOOGLE_CLIENT_ID !== undefined && e.GOOGLE_CLIENT_SECRET !== undefined)
    found.push({
      kind: 'oidc',
      name: 'google',
      title: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: e.GOOGLE_CLIENT_ID,
      clientSecret: e.GOOGLE_CLIENT_SECRET,
      origins: [],
      trustsEmail: true,
      formPost: false,
    })
  const { APPLE_CLIENT_ID: apple, APPLE_TEAM_ID: team, APPLE_KEY_ID: key, APPLE_PRIVATE_KEY: pem } = e
  if (apple !== undefined && team !== undefined && key !== undefined && pem !== undefined)
    found.push({
      kind: 'apple',
      clientId: apple,
      teamId: team,
      keyId: key,
      privateKey: pemOf(pem),
    })
  if (e.MICROSOFT_CLIENT_ID !== undefined && e.MICROSOFT_CLIENT_SECRET !== undefined)
    found.push({
      kind: 'oidc',
      name: 'microsoft',
      title: 'Microsoft',
      issuer: `https://login.microsoftonline.com/${e.MICROSOFT_TENANT}/v2.0`,
      clientId: e.MICROSOFT_CLIENT_ID,
      clientSecret: e.MICROSOFT_CLIENT_SECRET,
      // Personal accounts are signed in there.
      origins: ['https://login.live.com'],
      // The administrator of any tenant can write any address into an account.
      trustsEmail: false,
      formPost: false,
    })
  if (e.WECHAT_APP_ID !== undefined && e.WECHAT_APP_SECRET !== undefined)
    found.push({
      kind: 'wechat',
      appId: e.WECHAT_APP_ID,
      appSecret: e.WECHAT_APP_SECRET,
      pageUrl: new URL(e.WECHAT_PAGE_URL).origin,
      apiUrl: new URL(e.WECHAT_API_URL).origin,
    })
  return [...found, ...e.OIDC_PROVIDERS.map((one) => ({ kind: 'oidc' as const, ...one }))]
}
