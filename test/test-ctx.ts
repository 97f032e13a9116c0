import pino from 'pino'
import { whoIs } from '#features/session/rules/who.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import type { Ctx, Visitor } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { shopConfig } from '#wire/shop-config.ts'

/**
 * What an action or a page is given, with values that a test names where they matter. Its words are their keys: a test
 * that reads words brings `t` and `texts` of the dictionaries, which need the bundler.
 */
export function testCtx(
  db: Database,
  { visitor: given = {}, ...own }: Partial<Omit<Ctx, 'visitor'>> & { visitor?: Partial<Visitor> } = {},
): Ctx {
  const visitor: Visitor = {
    cookies: {},
    setCookie: () => {},
    notice: null,
    posted: null,
    isCall: false,
    ip: '192.0.2.1',
    headers: {},
    ...given,
  }
  const ctx: Ctx = {
    db,
    transact: db.transact,
    kept: (_key, _tags, read) => read(),
    now: new Date('2026-11-21T12:00:00Z'),
    locale: 'en',
    lang: 'en',
    langPath: '',
    currency: 'USD',
    shop: { ...shopConfig.parse({}), theme: defaultTheme },
    t: ((key: string) => key) as Ctx['t'],
    // Its own: it has no dictionaries.
    wordsIn: () => ({ locale: ctx.locale, lang: ctx.lang, langPath: ctx.langPath, t: ctx.t }),
    texts: {} as Ctx['texts'],
    origin: 'https://shop.example',
    passkeyDomain: null,
    log: pino({ level: 'silent' }),
    visitor,
    who: () => whoIs(ctx),
    live: { tell: () => {} },
    pay: new Map(),
    signInBy: new Map(),
    isBreached: async (password) => password.startsWith('password'),
    ...own,
  }
  return ctx
}
