/*
 * Loaded in front of a shop (`node --import`) to see that `npm run prove -- slow-clients` and `stalled` find what they
 * are there for: a server that waits for its clients for ever, and whose own deadlines of four to seven seconds never
 * come.
 */
import { Server } from 'node:http'

const { listen } = Server.prototype

Server.prototype.listen = function (...given) {
  this.headersTimeout = 0
  this.requestTimeout = 0
  this.timeout = 0
  return listen.apply(this, given)
}

const { setTimeout } = globalThis

globalThis.setTimeout = (task, delay, ...given) =>
  setTimeout(task, delay >= 4_000 && delay <= 7_000 ? 3_600_000 : delay, ...given)
