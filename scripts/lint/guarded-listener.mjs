/*
 * What Node calls by itself runs outside of any `try`: a throw in it ends the program, and with it the shop. Such a
 * listener is given to `guarded` (src/platform/server/guarded.ts). Allowed without it are listeners that can only
 * settle a promise or do nothing. Any other says why it needs none, beside `oxlint-disable-next-line`.
 */

const adds = new Set(['on', 'once', 'addListener', 'prependListener', 'prependOnceListener'])

/** @type {import('oxlint/plugins-dev').Rule} */
export const guardedListener = {
  meta: {
    type: 'problem',
    messages: {
      bare: 'A throw in this listener ends the program: give it to `guarded` (src/platform/server/guarded.ts).',
    },
  },
  create(context) {
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node
        const listener = isServerMade(callee) ? given.at(-1) : isAdding(callee, given) ? given[1] : null
        if (listener === null || listener === undefined) return
        const known =
          listener.type === 'Identifier' ? constant(context.sourceCode.getScope(node), listener) : listener
        if (!isHarmless(known)) context.report({ node: listener, messageId: 'bare' })
      },
    }
  },
}

function isAdding(callee, [event, listener]) {
  return (
    callee.type === 'MemberExpression' &&
    adds.has(callee.property.name) &&
    listener !== undefined &&
    ((event.type === 'Literal' && typeof event.value === 'string') || event.type === 'Identifier')
  )
}

/** `createServer(…, listener)` of node:http, node:https, node:net. */
function isServerMade(callee) {
  return (callee.type === 'MemberExpression' ? callee.property.name : callee.name) === 'createServer'
}

function isHarmless(listener) {
  if (listener.type === 'CallExpression') return listener.callee.name === 'guarded'
  if (listener.type === 'Identifier') return isSettling(listener)
  if (!/^(Arrow)?FunctionExpression$/.test(listener.type)) return listener.type === 'ObjectExpression'
  const { body } = listener
  if (body.type === 'BlockStatement') return body.body.length === 0
  return body.type === 'CallExpression' && isSettling(body.callee)
}

/** What a name stands for, where it is a constant of this file. */
function constant(from, identifier) {
  for (let scope = from; scope !== null; scope = scope.upper) {
    const variable = scope.set.get(identifier.name)
    const definition = variable?.defs[0]
    if (
      definition?.type === 'Variable' &&
      definition.parent.kind === 'const' &&
      definition.node.id === definition.name
    )
      return definition.node.init ?? identifier
    if (variable !== undefined) return identifier
  }
  return identifier
}

/** The two functions of `new Promise((resolve, reject) => …)`. */
function isSettling({ name }) {
  return name === 'resolve' || name === 'reject'
}
