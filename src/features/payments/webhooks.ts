import type { FastifyInstance } from 'fastify'
import type { PaymentReport } from '#domain/payment.ts'
import type { Providers } from '#platform/server/pay.ts'

/*
 * `POST /webhooks/<provider>`. The body is kept byte for byte, since that is what is signed; cookies and origin are
 * ignored, because the signature authenticates. The answer is sent after the commit: an event that was not recorded
 * will be sent again. Refused ones are counted as status 400 of this route.
 */

/** Bytes: no event of a provider is larger. */
const bodyLimit = 256 * 1024

export interface WebhookOptions {
  providers: Providers
  now: () => Date
  /** Acts on the event; returns after the commit. */
  apply: (provider: string, report: PaymentReport) => Promise<unknown>
}

export function serveWebhooks(app: FastifyInstance, { providers, now, apply }: WebhookOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { provider: string } }>('/webhooks/:provider', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const provider = providers.get(request.params.provider)
      if (provider?.isReady !== true || provider.isOffline) return reply.code(404).send({ received: false })
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const read = provider.readWebhook(request.headers, body, now())
      if (!read.ok) {
        request.log.info({ provider: provider.name, reason: read.problem }, 'a webhook was refused')
        return reply.code(400).send({ received: false })
      }
      for (const report of read.value) await apply(provider.name, report)
      return reply.send({ received: true })
    })
  })
}
