import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { waitsForDifference } from '#domain/order.ts'
import { offerNames } from '#features/promotions/queries/names.ts'
import { Refusal, refusal } from '#platform/server/answers.ts'
import { createPace } from '#platform/server/pace.ts'
import { networkOf } from '#platform/server/rate.ts'
import { contextFor, splitLocale, type ContextParts } from '#platform/server/request.ts'
import { fixedPaths } from '#wire/paths.ts'
import { tidyNumber } from '../rules/number.ts'
import { offersOf } from '#features/sales/rules/explain-quote.ts'
import { findOwnOrder } from '../queries/read.ts'
import { findFonts, type ReceiptFonts } from './fonts.ts'

/** A rate limit: one receipt takes some tenth of a second of processor time. */
const pace = createPace({ perMinute: 12, burst: 6, most: 5_000 })

/**
 * `GET {lang}/order/:slug/receipt.pdf`: the receipt of a paid order, for those who may see the order. One that became
 * dearer has none before the difference is paid: it would say that more was paid than was.
 */
export function serveReceipts(
  app: FastifyInstance,
  { parts, now, fonts }: { parts: ContextParts; now: () => Date; fonts: readonly string[] },
): void {
  let found: ReceiptFonts | null = null
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { locale } = splitLocale(request.url)
    const { ctx } = contextFor(parts, request, locale, now())
    const { slug = '' } = request.params as { slug?: string }
    const order = await findOwnOrder(ctx.db, tidyNumber(slug), await ctx.who())
    if (order === null || order.payStatus !== 'paid') return reply.callNotFound()
    if (waitsForDifference(order)) {
      // In words: the page of failures says that the shop is to blame.
      const { status, envelope } = refusal({ name: 'difference_due' }, ctx.t)
      return reply.code(status).type('text/plain; charset=utf-8').send(envelope.msg)
    }
    // Cancelled before the difference was paid.
    if (order.due > 0) return reply.callNotFound()
    if (!pace.takes(networkOf(ctx.visitor.ip), ctx.now.getTime())) throw new Refusal('too_many_requests')
    if (found === null) {
      found = findFonts(fonts)
      if (found.latin === null || found.cjk === null)
        ctx.log.warn(
          { fonts: found },
          'receipts lack letters: install the fonts of decision 031, or set RECEIPT_FONTS',
        )
    }
    // The PDF library takes 20 MB of memory: loaded with the first receipt.
    const { receiptPdf } = await import('./receipt.ts')
    const { promotions, coupons } = offersOf(order.quote)
    const pdf = await receiptPdf(order, await offerNames(ctx.db, promotions, coupons), ctx, found)
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${order.number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(pdf)
  }
  const path = `${fixedPaths['order-detail']}/receipt.pdf`
  app.get(path, answer)
  app.get(`/:lang${path}`, answer)
}
