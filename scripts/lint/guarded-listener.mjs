/*
 * What Node calls by itself runs outside of any `try`: a throw in it ends the program, and with it the shop. Such a
 * listener is given to `guarded` (src/platform/server/guarded.ts). Allowed without it are listeners that can only
 * settle a promise or do nothing. Any other says why it needs none, beside `oxlint-disable-next-line`.
 *
 * The same holds for a function that is given to a timer. It may also start an async function of the same file, which
 * throws into its promise alone: `() => void send()`.
 */

const timers = new Set(['setTimeout', 'setInterval', 'setImmediate'])
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
        const scope = context.sourceCode.getScope(node)
        if (timers.has(callee.name)) return checkTimer(context, scope, given[0])
        const listener = isServerMade(callee) ? given.at(-1) : isAdding(callee, given) ? given[1] : null
        if (listener === null || listener === undefined) return
        if (!isHarmless(known(scope, listener))) context.report({ node: listener, messageId: 'bare' })
      },
    }
  },
}

function checkTimer(context, scope, task) {
  if (task === undefined) return
  const { type, body } = known(scope, task)
  const starts =
    /^(Arrow)?FunctionExpression$/.test(type) && body.type === 'UnaryExpression' ? body.argument : null
  if (starts?.type === 'CallExpression' && isAsync(scope, starts.callee)) return
  if (!isHarmless(known(scope, task))) context.report({ node: task, messageId: 'bare' })
}

function known(scope, value) {
  return value.type === 'Identifier' ? constant(scope, value) : value
}

/** A function of this file that is declared as async. */
function isAsync(from, { type, name }) {
  if (type !== 'Identifier') return false
  for (let scope = from; scope !== null; scope = scope.upper) {
    const node = scope.set.get(name)?.defs[0]?.node
    if (node !== undefined) return (node.init ?? node).async === true
  }
  return false
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
