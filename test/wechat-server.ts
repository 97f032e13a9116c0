import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * WeChat's open platform for websites, as it is documented: a page that leads back with a code, and two calls whose
 * errors come with status 200 and type text/plain.
 */

export const appId = 'wx0123456789abcdef'
export const appSecret = '0123456789abcdef0123456789abcdef'

export interface WechatServer {
  url: string
  /** Who scans the QR code next; null: somebody who declines. */
  person: { openid: string; unionid?: string; nickname: string } | null
  /** What its calls answer in place of the truth. */
  instead: { status: number; body: string } | null
  close(): Promise<void>
}

export async function openWechat(): Promise<WechatServer> {
  const codes = new Map<string, NonNullable<WechatServer['person']>>()
  const tokens = new Map<string, NonNullable<WechatServer['person']>>()
  let count = 0
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const opened: WechatServer = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    person: { openid: 'o-1', unionid: 'u-1', nickname: 'Lǐ Míng' },
    instead: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams: query } = new URL(request.url!, opened.url)
    if (pathname === '/connect/qrconnect') return leadBack(query, response)
    response.setHeader('content-type', 'text/plain')
    if (opened.instead !== null) {
      response.statusCode = opened.instead.status
      return void response.end(opened.instead.body)
    }
    response.end(JSON.stringify(call(pathname, query)))
  }

  function leadBack(query: URLSearchParams, response: ServerResponse): void {
    const isOurs =
      query.get('appid') === appId &&
      query.get('response_type') === 'code' &&
      query.get('scope') === 'snsapi_login'
    if (!isOurs) return void response.writeHead(400).end()
    const to = new URL(query.get('redirect_uri')!)
    if (opened.person !== null) {
      const code = `code-${(count += 1)}`
      codes.set(code, opened.person)
      to.searchParams.set('code', code)
    }
    to.searchParams.set('state', query.get('state')!)
    response.writeHead(302, { location: to.href }).end()
  }

  function call(path: string, query: URLSearchParams): object {
    if (path === '/sns/oauth2/access_token') {
      if (query.get('appid') !== appId) return { errcode: 40013, errmsg: 'invalid appid' }
      if (query.get('secret') !== appSecret) return { errcode: 40125, errmsg: 'invalid appsecret' }
      const code = query.get('code') ?? ''
      const person = codes.get(code)
      if (person === undefined || query.get('grant_type') !== 'authorization_code')
        return { errcode: 40029, errmsg: 'invalid code' }
      codes.delete(code)
      const token = `token-${(count += 1)}`
      tokens.set(token, person)
      const { openid, unionid } = person
      return {
        access_token: token,
        expires_in: 7200,
        refresh_token: 'refresh',
        openid,
        scope: 'snsapi_login',
        unionid,
      }
    }
    const person = tokens.get(query.get('access_token') ?? '')
    if (path !== '/sns/userinfo' || person === undefined || query.get('openid') !== person.openid)
      return { errcode: 40003, errmsg: 'invalid openid' }
    return { ...person, sex: 0, province: '', city: '', country: '', headimgurl: '', privilege: [] }
  }

  return opened
}
