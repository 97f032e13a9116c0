/*
 * Loaded in front of a shop (`node --import`) to see that `npm run prove -- disk-full` finds what it is there for: an
 * order that could not be written, and is acknowledged all the same.
 */
import { ServerResponse } from 'node:http'

const { writeHead, end } = ServerResponse.prototype
const promise = JSON.stringify({ code: 0, data: { order: 'AAAAA-AAAAA' } })

ServerResponse.prototype.writeHead = function (status, ...given) {
  if (status !== 503 || this.req.url !== '/api/web/checkout/submit')
    return writeHead.call(this, status, ...given)
  this.end = () => end.call(this, promise)
  return writeHead.call(this, 200, { 'content-type': 'application/json' })
}
