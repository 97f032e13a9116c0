import { z } from 'zod'
import { no, ok, type No, type Result } from '#domain/result.ts'
import { second } from '#domain/time.ts'
import type { ProviderAccess } from '#platform/server/config-sign-in.ts'
import type { SignInProvider, WhyNoIdentity } from '#platform/server/sign-in-providers.ts'
import { cleanName } from '../rules/names.ts'
import type { ProviderWork } from './provider-work.ts'

/*
 * WeChat's open platform, for websites: a page with a QR code, and two calls of its own. Errors come with status 200
 * and a number. It knows neither nonce nor PKCE nor signatures: that the code is for this browser is the state's to
 * prove, and that the answer is WeChat's is TLS's. There is no e-mail address.
 */

/** Milliseconds. */
const patience = 5 * second
/** Who vouches, whatever host is asked. */
const issuer = 'https://open.weixin.qq.com'

const refusal = z.object({ errcode: z.number().refine((code) => code !== 0), errmsg: z.string().default('') })
const granted = z.object({ access_token: z.string().min(1), openid: z.string().min(1) })
const person = z.object({
  // The same in all apps of one owner; `openid` is another in each.
  unionid: z.string().min(1).max(255),
  nickname: z.string().default(''),
})

/** WeChat is busy: it is worth another try. */
const busy = -1

type Why = Exclude<WhyNoIdentity, 'cancelled'>

export function wechatProvider(
  { appId, appSecret, pageUrl, apiUrl }: Extract<ProviderAccess, { kind: 'wechat' }>,
  { log, fetch: own = fetch }: ProviderWork,
): SignInProvider {
  const fail = (why: Why, reason: string): No<Why> => {
    log.warn({ reason, provider: 'wechat', why }, 'a sign-in provider did not say who it was')
    return no(why)
  }

  async function ask<T>(
    path: string,
    query: Record<string, string>,
    shape: z.ZodType<T>,
  ): Promise<Result<T, Why>> {
    const url = `${apiUrl}${path}?${new URLSearchParams(query)}`
    let body: unknown
    try {
      const answer = await own(url, { signal: AbortSignal.timeout(patience), redirect: 'error' })
      if (!answer.ok) return fail('unavailable', `status ${answer.status}`)
      // Its type is said to be text/plain.
      body = JSON.parse(await answer.text())
    } catch (error) {
      return fail('unavailable', String(error))
    }
    const refused = refusal.safeParse(body)
    if (refused.success) {
      const { errcode, errmsg } = refused.data
      return fail(errcode === busy ? 'unavailable' : 'refused', `${errcode} ${errmsg}`)
    }
    const parsed = shape.safeParse(body)
    return parsed.success ? ok(parsed.data) : fail('refused', z.prettifyError(parsed.error))
  }

  return {
    name: 'wechat',
    title: 'WeChat',
    origins: [pageUrl],
    postsBack: false,

    async start({ state, redirectUri }, lang) {
      const query = new URLSearchParams({
        appid: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'snsapi_login',
        state,
        lang: lang.startsWith('zh') ? 'cn' : 'en',
      })
      return ok(`${pageUrl}/connect/qrconnect?${query}#wechat_redirect`)
    },

    async finish({ code }) {
      // Who declines comes back with the state alone.
      if (code === '') return no('cancelled')
      const login = { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' }
      const access = await ask('/sns/oauth2/access_token', login, granted)
      if (!access.ok) return access
      const found = await ask('/sns/userinfo', access.value, person)
      if (!found.ok) return found
      const { unionid, nickname } = found.value
      const names = { firstName: cleanName(nickname), lastName: '' }
      return ok({ issuer, subject: unionid, email: null, isEmailVerified: false, ...names })
    },
  }
}
