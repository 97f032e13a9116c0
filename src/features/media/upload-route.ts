import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal, Refusal, success, type CallReply } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { closeIfUnread, readRest } from '#platform/server/deadline.ts'
import { readMultipart, withFiles, type FilePlace, type FileTaker } from '#platform/server/form-fields.ts'
import { callLocale, contextFor, isForeign, type ContextParts } from '#platform/server/request.ts'
import { apiBase } from '#platform/server/serve.ts'
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
      const place = await options.uploads.admit(ctx)
      if (!place.ok) await readRest(request)
      const answer = place.ok ? await answerOf(request, place.value, ctx) : refusal(place.problem, ctx.t)
      closeIfUnread(request, reply)
      return reply.code(answer.status).header('cache-control', 'no-store').send(answer.envelope)
    })
  })
}

async function answerOf(request: FastifyRequest, place: FilePlace<Upload>, ctx: Ctx): Promise<CallReply> {
  try {
    const { files } = await readMultipart(request, 'image', 1, place)
    const [upload] = files.taken
    if (files.refused !== null) return refusal(files.refused, ctx.t)
    if (upload === undefined) return refusal({ name: 'not_a_picture' }, ctx.t)
    return success({ id: upload.id, url: uploadUrl(upload.key) } satisfies Uploaded)
  } finally {
    place.leave()
  }
}
