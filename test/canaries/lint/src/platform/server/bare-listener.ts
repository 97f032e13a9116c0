import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'

export function listen(socket: Duplex): void {
  const heard = (data: Buffer): void => void JSON.parse(data.toString())
  createServer((request, response) => void response.end(new URL(request.url ?? '').pathname))
  socket.on('data', heard)
  socket.once('close', () => JSON.parse(''))
}
