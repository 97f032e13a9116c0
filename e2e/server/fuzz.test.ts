import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findsPlantedDeath, fuzz, groundOf, openFuzzedShop } from '#test/prove/fuzz/fuzz.ts'
import type { RunningShop } from '#test/running-shop.ts'

/*
 * A few of the cases that `npm run prove -- fuzz` has thousands of, and the requests that once did harm.
 */

describe('a shop among strangers', () => {
  let shop: RunningShop

  beforeAll(async () => {
    shop = await openFuzzedShop()
  })

  afterAll(async () => {
    await shop.stop()
    await shop.remove()
  })

  it('answers three hundred pieces of nonsense without a fault', async () => {
    const { deaths, faults, answers } = await fuzz(shop, await groundOf(shop), 1, 300)
    expect({ deaths, faults }).toEqual({ deaths: 0, faults: [] })
    expect(answers).toBeGreaterThan(150)
  })

  it.each(['//', '//[', 'http:', '*'])('lives on after an upgrade to %s', async (target) => {
    expect(await bare(shop, [`GET ${target} HTTP/1.1`, ...handshake(`localhost:${shop.port}`)])).toMatch(
      /^HTTP\/1\.1 [34]\d\d /,
    )
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
  })

  it('answers who offers HTTP/2 by an upgrade in HTTP/1.1', async () => {
    const offer = [
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAA',
    ]
    expect(await bare(shop, ['GET / HTTP/1.1', `Host: localhost:${shop.port}`, ...offer])).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  })

  it.each(['/assets/../../server/server.js', '/assets/%00', '/media/films/a%00.mp4'])(
    'has nothing at %s',
    async (path) => {
      const lines = [`GET ${path} HTTP/1.1`, `Host: localhost:${shop.port}`, 'Connection: close']
      expect(await bare(shop, lines)).toMatch(/^HTTP\/1\.1 404 /)
    },
  )

  it('opens the live channel under its own name alone', async () => {
    const answers: string[] = []
    for (const host of [`localhost:${shop.port}`, 'evil.example']) {
      const given = await fetch(`${shop.url}/api/web/live/ticket`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      const { data } = (await given.json()) as { data: { session: string } }
      const line = `GET /ws/message?session=${data.session}&format=json HTTP/1.1`
      answers.push((await bare(shop, [line, ...handshake(host)])).slice(0, 12))
    }
    expect(answers).toEqual(['HTTP/1.1 101', 'HTTP/1.1 403'])
  })
})

it('would have found the listener that threw', async () => {
  expect(await findsPlantedDeath(1)).toBe(true)
})

function handshake(host: string): string[] {
  return [
    `Host: ${host}`,
    `Origin: http://${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
  ]
}

/** The first of what comes back; nothing where the connection is closed without a word. */
async function bare({ port }: RunningShop, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (piece: string) => {
    text += piece
  })
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.destroy()
  return text
}
