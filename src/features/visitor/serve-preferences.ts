import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { langPath } from '#i18n/locales.ts'
import { Refusal } from '#platform/server/answers.ts'
import { choiceCookies } from '#platform/server/choices.ts'
import { readPlain } from '#platform/server/form-fields.ts'
import { isForeign, splitLocale, type ContextParts } from '#platform/server/request.ts'
import { readingMode } from '#wire/reading-mode.ts'
import { safePath } from '#wire/safe-path.ts'

/** 70 to 100 of one currency is something else in another one: what was filtered by prices is shown whole. */
function withoutPrices(path: string): string {
  const [before = '', query] = path.split('?', 2)
  if (query === undefined) return path
  const left = query.split('&').filter((one) => !one.startsWith('price='))
  return left.length === 0 ? before : `${before}?${left.join('&')}`
}

/** Currency and reading mode: readable cookies, set by a form that works without scripts. */
export function servePreferences(app: FastifyInstance, parts: ContextParts): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (isForeign(request, parts.origin())) throw new Refusal('foreign_origin')
    const { currency, mode: modes, aid = [], next } = readPlain(request)
    const { currencies, baseCurrency } = parts.shop().shop
    const known: readonly string[] = [baseCurrency, ...currencies.map(({ code }) => code)]
    const options = { path: '/', maxAge: 365 * 86_400, sameSite: 'lax' as const, secure: parts.secure }
    const chosen = currency?.at(-1)
    if (chosen !== undefined && known.includes(chosen))
      reply.setCookie(choiceCookies.currency, chosen, options)
    if (modes !== undefined) {
      // One field for light or dark, and one for each of the aids that are wanted.
      const mode = readingMode([...modes, ...aid].join('.'))
      if (mode === '') reply.clearCookie(choiceCookies.mode, options)
      else reply.setCookie(choiceCookies.mode, mode, options)
    }
    const { locale } = splitLocale(request.url)
    const wanted = safePath(next?.at(-1)) ?? (langPath(locale) || '/')
    return reply.redirect(chosen === undefined ? wanted : withoutPrices(wanted), 303)
  }
  app.post('/form/preferences', answer)
  app.post('/:lang/form/preferences', answer)
}
