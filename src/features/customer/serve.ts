import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codesText } from '#features/second-factor/actions/read.ts'
import { Refusal } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createPace } from '#platform/server/pace.ts'
import { contextFor, splitLocale, type ContextParts } from '#platform/server/request.ts'
import { linksFor } from '#wire/links.ts'
import { accountFiles } from '#wire/paths.ts'
import { exportData } from './actions/export.ts'
import { listEvents } from './queries/activity.ts'
import { csvOf } from './rules/csv.ts'
import { browserName } from '#features/account/rules/browser-name.ts'
import { eventText } from './rules/event-text.ts'

/** A rate limit for each customer: a file takes the database some milliseconds for each of their orders. */
const pace = createPace({ perMinute: 12, burst: 6, most: 5_000 })
/** The most lines of a log, the last ones. */
const mostLines = 10_000

/** `GET {lang}/auth/export/…`: what the account pages offer as files, for the customer who is signed in. */
export function serveAccountFiles(
  app: FastifyInstance,
  { parts, now }: { parts: ContextParts; now: () => Date },
): void {
  const serve = (
    path: string,
    type: string,
    textOf: (ctx: Ctx, customer: number) => Promise<string | { to: string } | null>,
  ): void => {
    const name = path.split('/').at(-1)!
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { locale } = splitLocale(request.url)
      const { ctx } = contextFor(parts, request, locale, now())
      const { customer } = await ctx.who()
      if (customer === null)
        return reply.redirect(linksFor(ctx.shop.router, ctx.langPath).signIn(request.url), 303)
      if (!pace.takes(String(customer), ctx.now.getTime())) throw new Refusal('too_many_requests')
      const text = await textOf(ctx, customer)
      if (text === null) throw new Refusal('not_found')
      if (typeof text !== 'string') return reply.redirect(text.to, 303)
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .header('x-robots-tag', 'noindex')
        .send(text)
    }
    app.get(path, answer)
    app.get(`/:lang${path}`, answer)
  }

  serve(accountFiles.data, 'application/json; charset=utf-8', async (ctx) => {
    const document = await exportData(ctx, {})
    if (document.ok) return JSON.stringify(document.value, null, 2)
    // Back to the page with the button: from a file's own path nothing new would be shown.
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return { to: links.confirm(links.user('log')) }
  })
  serve(accountFiles.recoveryCodes, 'text/plain; charset=utf-8', codesText)
  serve(accountFiles.log, 'text/csv; charset=utf-8', async (ctx, customer) => {
    const { t } = ctx
    const events = await listEvents(ctx.db, customer, { offset: 0, most: mostLines })
    const head = [t('user.log.when'), t('user.log.what'), t('user.log.browser'), t('user.log.ip')]
    const lines = events.map((event) => [
      event.at.toISOString(),
      eventText(event, t),
      browserName(event.agent, t),
      // oxlint-disable-next-line house/bare-ip -- shown to the customer, as the specification asks
      event.ip,
    ])
    return csvOf([head, ...lines])
  })
}
