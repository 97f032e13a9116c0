/*
 * A limit by address is none: one subscriber has 2^64 addresses of IPv6, and some proxies add a port. An address is
 * read only as an argument of the functions that make a network of it (src/platform/server/rate.ts), or handed on
 * under the same name.
 */

const addresses = new Set(['ip', 'ips', 'remoteAddress'])
const readers = new Set(['networkOf', 'siteOf', 'hashNetwork', 'isPrivate', 'isLoopback', 'readIp'])

/** @type {import('oxlint/plugins-dev').Rule} */
export const bareIp = {
  meta: {
    type: 'problem',
    messages: {
      bare: 'One subscriber has any number of addresses: take `networkOf`, `siteOf`, `hashNetwork` or `isPrivate` of it (src/platform/server/rate.ts).',
    },
  },
  create(context) {
    return {
      MemberExpression(node) {
        if (addresses.has(nameOf(node.property, node.computed)) && !isRead(node) && !isHandedOn(node))
          context.report({ node, messageId: 'bare' })
      },
      ObjectPattern({ properties }) {
        for (const property of properties)
          if (property.type === 'Property' && addresses.has(nameOf(property.key, property.computed)))
            context.report({ node: property, messageId: 'bare' })
      },
    }
  },
}

function isRead({ parent }) {
  return parent.type === 'CallExpression' && readers.has(parent.callee.name)
}

/** `{ ip: request.ip }` */
function isHandedOn({ parent }) {
  return (
    parent.type === 'Property' &&
    parent.parent.type === 'ObjectExpression' &&
    addresses.has(nameOf(parent.key, parent.computed))
  )
}

function nameOf(key, computed) {
  return computed && key.type !== 'Literal' ? null : (key.name ?? key.value)
}
