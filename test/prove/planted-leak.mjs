/*
 * Loaded in front of a shop (`node --import`) to see that `npm run prove -- soak` finds what it is there for: eight
 * kilobytes that stay behind after each request.
 */
import { Server } from 'node:http'

const kept = []
const { listen } = Server.prototype

Server.prototype.listen = function (...given) {
  this.on('request', () => kept.push(Array.from({ length: 1_000 }, (_, n) => n)))
  return listen.apply(this, given)
}
