import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { guarded } from './guarded.ts'

export function listen(socket: Duplex, log: { error(...line: unknown[]): void }): Promise<void> {
  const heard = guarded(log, 'a message', (data: Buffer) => void JSON.parse(data.toString()))
  createServer(
    {},
    guarded(log, 'a request', (_request, response) => void response.end()),
  )
  socket.on('data', heard)
  socket.on('error', () => {})
  return new Promise((resolve, reject) => {
    socket.once('end', resolve)
    socket.once('close', () => reject(new Error('closed')))
    // oxlint-disable-next-line house/guarded-listener -- the line says why
    socket.once('drain', () => JSON.parse(''))
  })
}
