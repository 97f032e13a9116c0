import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { second } from '#domain/time.ts'
import { asFile } from '#platform/server/files/file-headers.ts'

/*
 * Open pages of a draft that is being written follow each save: a script, which no other page has, asks the shop to
 * answer once there is another version behind the link.
 */

export const reloadScript = '/theme.draft.js'
const nextPath = '/theme.draft.next'

/** Milliseconds between two looks, and until the page asks again: less than an answer may take. */
const pause = 20
const patience = 2 * second

export interface DraftReloadOptions {
  /** The version that the visitor's link shows now; null: none any more. */
  versionOf(request: FastifyRequest): Promise<number | null>
  /** Begins to read a version that the page will ask for in a moment. */
  prepare(version: number): void
  /** The shop is closing. */
  isClosing(): boolean
}

export function serveDraftReload(
  app: FastifyInstance,
  { versionOf, prepare, isClosing }: DraftReloadOptions,
): void {
  app.get(reloadScript, (_request, reply) =>
    asFile(reply)
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .send(script),
  )
  app.get(nextPath, async (request, reply) => {
    const { seen } = request.query as { seen?: unknown }
    const until = performance.now() + patience
    reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    let version = await versionOf(request)
    // A page that was left waits for nothing, and neither does who has no link.
    while (
      version !== null &&
      String(version) === seen &&
      performance.now() < until &&
      !request.socket.destroyed &&
      !isClosing()
    ) {
      await sleep(pause)
      version = await versionOf(request)
    }
    if (version === null) return reply.code(404).send()
    if (String(version) === seen) return reply.code(204).send()
    prepare(version)
    return reply.code(200).send()
  })
}

/** What stands in the banner says which version the page shows. */
const script = `const seen = document.querySelector('[data-draft-version]')?.dataset.draftVersion
let status = seen === undefined ? 404 : 204
while (status !== 200 && status !== 404) {
  // The shop is busy, or not there for a moment.
  if (status !== 204) await new Promise((resolve) => setTimeout(resolve, 1000))
  status = await fetch('${nextPath}?seen=' + seen, { cache: 'no-store' }).then(
    (answer) => answer.status,
    () => 503,
  )
}
if (status === 200) location.reload()
`
