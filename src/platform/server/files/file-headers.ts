import type { FastifyReply } from 'fastify'

/** What a document needs of the headers of `createHttp`. */
const ofDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
]

/**
 * For a script, a stylesheet or a picture: takes the headers away that mean something for documents only, 600 bytes
 * of them. A page loads ten such files before it is painted. Not for a file that a browser would open as a document
 * and run scripts of.
 */
export function asFile(reply: FastifyReply): FastifyReply {
  for (const name of ofDocuments) reply.removeHeader(name)
  return reply
}
