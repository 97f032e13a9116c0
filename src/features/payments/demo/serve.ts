import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { translator } from '#i18n/t.ts'
import type { Words } from '#i18n/words.ts'
import { splitLocale } from '#platform/server/request.ts'
import { answers, type Answer, type DemoGateway } from './gateway.ts'
import { bankDocument, bankStyles, stylesPath } from './page.tsx'

/*
 * The pages of the pretend bank, and how a test drives it: `POST /demo-gateway/<reference>` with
 * `answer=approve|decline|later|twice|silent`, answered by a redirect back to the shop. Anybody with the reference
 * may answer, as on a real bank's page.
 */

interface Asked {
  Params: { reference: string }
  Querystring: { step?: string }
}

export function serveDemoGateway(
  app: FastifyInstance,
  { gateway, words }: { gateway: DemoGateway; words: () => Words },
): void {
  app.get(stylesPath, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(bankStyles),
  )
  app.get<Asked>('/demo-gateway/:reference', async (request, reply) => {
    const { reference } = request.params
    const charge = await gateway.find(reference)
    if (charge === null) return reply.callNotFound()
    // In the language of the page that the shopper came from.
    const { locale } = splitLocale(new URL(charge.returnUrl).pathname)
    const now = words()
    const lang = now.lang(locale)
    const t = translator(now.texts(locale), lang)
    const isSecondStep = request.query.step === '2'
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .send(bankDocument({ charge, isSecondStep, lang, t }))
  })
  app.post<Asked>('/demo-gateway/:reference', (request, reply) => answer(gateway, request, reply))
}

async function answer(
  gateway: DemoGateway,
  request: FastifyRequest<Asked>,
  reply: FastifyReply,
): Promise<unknown> {
  const { reference } = request.params
  const charge = await gateway.find(reference)
  if (charge === null) return reply.callNotFound()
  const { answer: wanted } = (request.body ?? {}) as { answer?: unknown }
  if (!isAnswer(wanted)) return reply.code(400).send('')
  // An earlier decision stays; the shopper is redirected all the same.
  await gateway.answer(reference, wanted)
  return reply.header('cache-control', 'no-store').redirect(charge.returnUrl, 303)
}

function isAnswer(value: unknown): value is Answer {
  return answers.some((known) => known === value)
}
