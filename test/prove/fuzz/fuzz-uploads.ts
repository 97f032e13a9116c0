import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { memoryOf } from '../../../bench/process.ts'
import type { RunningShop } from '../../running-shop.ts'

/*
 * Unfinished uploads: photographs that are sent but for their last bytes, which would fill the memory of a shop that
 * takes in all of them.
 */

/** Bytes that are announced of each photograph, and that are sent of it. */
const announced = 12_000_000
const sent = 11_500_000
const piece = Buffer.alloc(64 * 1024, 'a')

export interface UnfinishedUploads {
  /** How many the shop has read so far and waits for the rest of. */
  held: number
  refused: number
  /** Megabytes by which the process has grown at most meanwhile. */
  grown: number
  /** Hangs up. */
  end(): Promise<void>
}

/** Begins uploads at once; resolves when each was either refused or read but for its end. */
export async function beginUploads(
  { port, process: { pid = 0 } }: RunningShop,
  count: number,
  ipOf: (n: number) => string,
): Promise<UnfinishedUploads> {
  const before = memoryOf(pid)?.now ?? 0
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(pid)?.now ?? 0)
  }, 50)
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  const outcomes = await Promise.all(sockets.map((socket, n) => sendMost(socket, port, ipOf(n))))
  clearInterval(watch)
  return {
    held: outcomes.filter((isHeld) => isHeld).length,
    refused: outcomes.filter((isHeld) => !isHeld).length,
    grown: Math.max(most, memoryOf(pid)?.now ?? 0) - before,
    async end() {
      const closed = sockets.filter((socket) => !socket.closed).map((socket) => once(socket, 'close'))
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
    },
  }
}

/** Whether all but the end of a photograph was taken; false when the shop answered or hung up. */
async function sendMost(socket: Socket, port: number, ip: string): Promise<boolean> {
  const over = new Promise<false>((resolve) => {
    socket.once('data', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
  // The shop hangs up on what it refuses.
  socket.on('error', () => {})
  const isHeld = await Promise.race([over, write(socket, port, ip).then(() => true)])
  if (!isHeld) socket.destroy()
  return isHeld
}

async function write(socket: Socket, port: number, ip: string): Promise<void> {
  const head =
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
  socket.write(
    `POST /api/web/upload/image HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: ${ip}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${announced}\r\n\r\n${head}`,
  )
  socket.write(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
  for (let bytes = 0; bytes < sent; bytes += piece.byteLength) {
    // Never settles where the shop hangs up.
    await new Promise<void>((resolve) => {
      socket.write(piece, (error) => {
        if (!error) resolve()
      })
    })
  }
}

/** The status of an upload to its end. */
export async function uploadOne({ url }: RunningShop, ip: string): Promise<number> {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a83' } })
    .jpeg()
    .toBuffer()
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'a.jpg')
  const answer = await fetch(`${url}/api/web/upload/image`, {
    method: 'POST',
    headers: { 'x-forwarded-for': ip },
    body,
  })
  await answer.arrayBuffer()
  return answer.status
}

/** The head of the answer to a small upload whose body comes 300 ms after its head. @param site of the page it is from */
export async function uploadInParts(
  { port }: RunningShop,
  ip: string,
  site = 'same-origin',
): Promise<string> {
  const body =
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n' +
    'Content-Type: image/jpeg\r\n\r\nnone\r\n--x--\r\n'
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/web/upload/image HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: ${ip}\r\n` +
      `Sec-Fetch-Site: ${site}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  )
  await setTimeout(300)
  socket.write(body)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString().split('\r\n\r\n')[0]!
}
