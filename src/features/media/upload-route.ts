import type { FastifyInstance } from 'fastify'
import { no, ok } from '#domain/result.ts'
import { refusal, Refusal, success } from '#platform/server/answers.ts'
import { readMultipart, withFiles } from '#platform/server/form-fields.ts'
import { callLocale, contextFor, isForeign, type ContextParts } from '#platform/server/request.ts'
import { apiBase } from '#platform/server/serve.ts'
import { uploadUrl, type Uploads } from './rules/uploads.ts'
import type { Uploaded } from './contract.ts'

/**
 * `POST /api/web/upload/image`: one picture in the multipart field `image`; answers {id, url}. JPEG, PNG, WebP and
 * AVIF up to 12 MB; anything else is refused by name.
 */
export function uploadRoute(
  app: FastifyInstance,
  options: { parts: ContextParts; uploads: Uploads; now: () => Date },
): void {
  withFiles(app, (scope) => {
    scope.post(`${apiBase}/upload/image`, async (request, reply) => {
      const { ctx } = contextFor(options.parts, request, callLocale(request), options.now())
      if (isForeign(request, ctx.origin)) throw new Refusal('foreign_origin')
      if (!request.isMultipart()) throw new Refusal('unsupported_body')
      let taken: Uploaded | null = null
      const { files } = await readMultipart(request, 'image', 1, async (bytes) => {
        const upload = await options.uploads.take(ctx, bytes)
        if (!upload.ok) return no(upload.problem)
        taken = { id: upload.value.id, url: uploadUrl(upload.value.key) }
        return ok(upload.value.id)
      })
      const answer =
        files.refused !== null
          ? refusal(files.refused, ctx.t)
          : taken === null
            ? refusal({ name: 'not_a_picture' }, ctx.t)
            : success(taken)
      return reply.code(answer.status).header('cache-control', 'no-store').send(answer.envelope)
    })
  })
}
