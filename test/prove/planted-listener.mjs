/*
 * Loaded in front of a shop (`node --import`) to see that `npm run prove -- fuzz` finds what it is there for: a listener
 * without a guard, which throws at a request line that is no address.
 */
import { Server } from 'node:http'

const { listen } = Server.prototype

Server.prototype.listen = function (...given) {
  this.on('request', ({ url }) => new URL(url, 'http://shop.invalid'))
  return listen.apply(this, given)
}
