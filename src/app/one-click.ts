import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemText } from '#platform/server/answers.ts'
import { contextFor, splitLocale, type ContextParts } from '#platform/server/request.ts'
import type { Served } from '#platform/server/serve.ts'
import { problems } from '#wire/problems.ts'

/**
 * `POST <page>?token=…` with the body `List-Unsubscribe=One-Click`, as mail programs send it when somebody presses
 * their own button (RFC 8058). It comes from no page of the shop, without cookies; the token alone counts.
 */
export function serveOneClick(
  app: FastifyInstance,
  parts: ContextParts,
  calls: readonly Served[],
  now: () => Date,
): void {
  for (const { endpoint, action } of calls) {
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { locale } = splitLocale(request.url)
      const { ctx } = contextFor(parts, request, locale, now())
      const parsed = endpoint.input.safeParse({
        token: new URLSearchParams(request.url.split('?')[1]).get('token'),
      })
      const result = parsed.success
        ? await action(ctx, parsed.data)
        : ({ ok: false, problem: { name: 'stale_link' } } as const)
      return reply
        .code(result.ok ? 200 : problems[result.problem.name].status)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(result.ok ? 'OK' : problemText(result.problem, ctx.t))
    }
    app.post(endpoint.path, answer)
    app.post(`/:lang${endpoint.path}`, answer)
  }
}
