import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Case } from './fuzz-bodies.ts'

/*
 * Plays a case on a socket of its own. What comes back is read for the statuses of the answers, and no further.
 */

/** Milliseconds for the answer to a whole request; a page that must be made on a busy machine takes a while. */
const patience = 10_000
/** Milliseconds for what may never be answered. */
const moment = 60

/** The statuses of the answers; empty where there was none. */
export async function play(port: number, one: Case): Promise<number[]> {
  const socket = connect(port, '127.0.0.1')
  // The shop may hang up at any time: that is an answer too.
  socket.on('error', () => {})
  socket.setEncoding('latin1')
  let text = ''
  socket.on('data', (piece: string) => {
    // The beginning of each answer is all that is looked at.
    if (text.length < 200_000) text += piece
  })
  const closed = once(socket, 'close').catch(() => {})
  if (one.awaits === 'frames') await shakeHands(socket, port, () => text)
  for (const [index, piece] of one.pieces.entries()) {
    if (index > 0) await Promise.race([closed, sleep(2)])
    if (!socket.destroyed) socket.write(piece)
  }
  const over = new AbortController()
  await Promise.race([
    closed,
    sleep(one.awaits === 'answer' ? patience : moment, null, { signal: over.signal }).catch(() => {}),
  ])
  over.abort()
  if (one.end === 'reset') socket.resetAndDestroy()
  else socket.destroy()
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
}

/** Opens the live channel as a page does, with a ticket of its own. */
async function shakeHands(socket: Socket, port: number, heard: () => string): Promise<void> {
  const origin = `http://localhost:${port}`
  const answer = await fetch(`${origin}/api/web/live/ticket`, {
    method: 'POST',
    body: '{}',
    // An address for each: one address may take so many tickets in a minute.
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': someAddress() },
  }).catch(() => null)
  const told = answer?.ok === true ? ((await answer.json()) as { data?: { session?: string } }) : null
  const session = told?.data?.session
  if (session === undefined) return
  const lines = [
    `GET /ws/message?session=${session}&format=json HTTP/1.1`,
    `Host: localhost:${port}`,
    `Origin: ${origin}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  for (let waited = 0; waited < 2_000 && !heard().includes('\r\n\r\n') && !socket.destroyed; waited += 5)
    await sleep(5)
}

let address = 0

function someAddress(): string {
  address += 1
  return `10.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`
}
