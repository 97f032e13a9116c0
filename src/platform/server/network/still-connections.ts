import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { guarded } from '../guarded.ts'

/** All in milliseconds. */
export interface StillnessOptions {
  /** For which nothing may move on a connection whose client has yet to take in an answer. */
  most: number
  /** Between two looks at the connections. */
  every: number
}

/**
 * Ends the connections of clients that do not take in their answers. They are looked for from time to time, and only
 * those that an answer waits for are timed: `server.timeout` would set a clock anew with each byte of every
 * connection, which is a sixth of the time that a cached page takes.
 */
export function endStillConnections(
  server: Server,
  log: Pick<Logger, 'error'>,
  { most, every }: StillnessOptions,
): void {
  const open = new Set<Socket>()
  const follow = (socket: Socket): void => {
    open.add(socket)
    socket.once(
      'close',
      guarded(log, 'a closed connection', () => void open.delete(socket)),
    )
  }
  server.on('connection', guarded(log, 'a new connection', follow))
  const look = (): void => {
    for (const socket of open) {
      // Node sets the clock anew as long as bytes leave, and takes it away with the next request.
      if (socket.writableLength > 0 && socket.timeout !== most) socket.setTimeout(most)
    }
  }
  const timer = setInterval(guarded(log, 'a look at the connections', look), every)
  timer.unref()
  server.once(
    'close',
    guarded(log, 'the end of the server', () => clearInterval(timer)),
  )
}
