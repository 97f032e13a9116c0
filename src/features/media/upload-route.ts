import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { no, ok } from '#domain/result.ts'
import { refusal, Refusal, success, type CallReply } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { closeIfUnread, readRest } from '#platform/server/deadline.ts'
import { readMultipart, withFiles, type FilePlace, type FileTaker } from '#platform/server/form-fields.ts'
import { runOnce } from '#platform/server/idempotency.ts'
import { callLocale, contextFor, isForeign, type ContextParts } from '#platform/server/request.ts'
import { apiBase, idempotencyKey, senderOf } from '#platform/server/serve.ts'
import { uploadUrl, type Upload } from './rules/uploads.ts'
import type { Uploaded } from './contract.ts'

/**
 * `POST /api/web/upload/image`: one picture in the multipart field `image`; answers {id, url}. JPEG, PNG, WebP and
 * AVIF up to 12 MB; anything else is refused by name. Without a place no more than the rest of a short body is read.
 */
export function uploadRoute(
  app: FastifyInstance,
  options: { parts: ContextParts; uploads: FileTaker<Upload>; now: () => Date },
): void {
  withFiles(app, (scope) => {
    scope.post(`${apiBase}/upload/image`, async (request, reply) => {
      const { ctx } = contextFor(options.parts, request, callLocale(request), options.now())
      if (isForeign(request, ctx.origin)) throw new Refusal('foreign_origin')
      if (!request.isMultipart()) throw new Refusal('unsupported_body')
      const key = idempotencyKey(request)
      const place = await options.uploads.admit(ctx)
      if (!place.ok) await readRest(request)
      const sender = senderOf(options.parts, request)
      const answer = place.ok
        ? await answerOf(request, takingOnce(place.value, ctx, sender, key), ctx)
        : refusal(place.problem, ctx.t)
      closeIfUnread(request, reply)
      return reply.code(answer.status).header('cache-control', 'no-store').send(answer.envelope)
    })
  })
}

/** The same picture under the same key is stored once. */
function takingOnce(
  place: FilePlace<Upload>,
  ctx: Ctx,
  sender: ReturnType<typeof senderOf>,
  key: string | undefined,
): FilePlace<Upload> {
  if (key === undefined) return place
  return {
    ...place,
    take: async (bytes, fields) => {
      const body = { image: hash('sha256', bytes, 'base64url') }
      const work = { ...sender, key, path: '/upload/image', body }
      const noCookies = (): [] => []
      const outcome = await runOnce(ctx, work, noCookies, () => place.take(bytes, fields))
      if (outcome.kind === 'answered') return outcome.result
      return outcome.kind === 'replayed' ? ok(outcome.answer as Upload) : no({ name: outcome.problem })
    },
  }
}

async function answerOf(request: FastifyRequest, place: FilePlace<Upload>, ctx: Ctx): Promise<CallReply> {
  try {
    const { files } = await readMultipart(request, 'image', 1, place)
    const [upload] = files.taken
    if (files.refused !== null) return refusal(files.refused, ctx.t)
    if (upload === undefined)
      return refusal(
        { name: 'picture_required', fields: { image: ctx.t('problem.picture_required') } },
        ctx.t,
      )
    return success({ id: upload.id, url: uploadUrl(upload.key) } satisfies Uploaded)
  } finally {
    place.leave()
  }
}
