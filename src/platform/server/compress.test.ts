import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compressTexts } from './compress.ts'

const words = 'A calm home. 安静的家。 '.repeat(100)
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify()
  compressTexts(app)
  app.get('/text', (_request, reply) => reply.type('text/css; charset=utf-8').send(words))
  app.get('/json', () => ({ words }))
  app.get('/own', (_request, reply) => reply.header('cache-control', 'private, no-store').send({ words }))
  app.get('/short', (_request, reply) => reply.type('text/plain').send('short'))
  app.get('/picture', (_request, reply) => reply.type('image/avif').send(Buffer.alloc(5_000, 1)))
  await app.ready()
})
afterAll(() => app.close())

function ask(url: string, accepts: string): Promise<LightMyRequestResponse> {
  return app.inject({ url, headers: { 'accept-encoding': accepts } })
}

it('sends texts in the best encoding that the asker reads', async () => {
  const brotli = await ask('/text', 'gzip, deflate, br, zstd')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotli.headers['content-length']).toBe(String(brotli.rawPayload.length))
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(words)
  const gzip = await ask('/json', 'gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual({ words })
})

it('packs quickly what is sent once, for browsers that can unpack it', async () => {
  const quick = await ask('/own', 'gzip, deflate, br, zstd')
  expect(quick.headers['content-encoding']).toBe('zstd')
  expect(quick.headers['vary']).toBe('accept-encoding')
  expect(JSON.parse(zstdDecompressSync(quick.rawPayload).toString())).toEqual({ words })
  expect((await ask('/own', 'gzip, deflate, br')).headers['content-encoding']).toBe('br')
  expect((await ask('/own', 'br, zstd;q=0')).headers['content-encoding']).toBe('br')
})

it('sends them plain to who reads neither, and tells caches of the difference', async () => {
  for (const accepts of ['identity', 'br;q=0, gzip;q=0']) {
    const plain = await ask('/text', accepts)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['vary']).toBe('accept-encoding')
    expect(plain.payload).toBe(words)
  }
})

it('leaves alone what is short, or no text', async () => {
  for (const url of ['/short', '/picture'])
    expect((await ask(url, 'br')).headers['content-encoding']).toBeUndefined()
})
