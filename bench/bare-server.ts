/*
 * The limit of a cached page: node:http that sends bytes from memory. It reads no header, so it cannot even tell who
 * accepts brotli; everything the shop does in addition costs it some of the rate.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BarePage {
  path: string
  status: number
  /** Name, value, name, value. */
  headers: string[]
  /** Base64. */
  body: string
}

process.once('disconnect', () => process.exit())

process.once('message', ({ pages }: { pages: BarePage[] }) => {
  const ready = new Map(pages.map((page) => [page.path, { ...page, body: Buffer.from(page.body, 'base64') }]))
  const server = createServer((request, response) => {
    const page = ready.get(request.url!)!
    response.writeHead(page.status, page.headers)
    if (page.body.length > 0) response.end(page.body)
    else response.end()
  })
  server.keepAliveTimeout = 72_000
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
})
