/*
 * `{}['constructor']` is a function: an object that may be asked for any word must not inherit anything. Refused are
 *
 * - an object literal (or `Object.fromEntries`) that is declared as `Record<string, …>`: it is to be made by `byWord`;
 * - `record[word]`, where `record` is declared in this file as `Record<string, …>` and was not made by `byWord` or
 *   `Object.create(null)`: it is to be asked by `own(record, word)`;
 * - `word in record` of such a record.
 *
 * Keys of a named type (`Record<Locale, …>`) are the compiler's business: it lets no other word in.
 */

/** @type {import('oxlint/plugins-dev').Rule} */
export const wordIndex = {
  meta: {
    type: 'problem',
    messages: {
      literal:
        'It also answers to `constructor`: make it with `byWord({…})`, or as a Map, or name its keys (`Record<Locale, …>`).',
      read: '`{{name}}` also answers to `constructor`: ask `own({{name}}, word)`, or make it with `byWord`.',
    },
  },
  create(context) {
    const refuse = (node) => context.report({ node, messageId: 'literal' })
    /** Whether a name is declared as a record of any words, and not refused where it was made. */
    const isInheriting = (node, { type, name }) => {
      if (type !== 'Identifier') return false
      const declared = declarationOf(context.sourceCode.getScope(node), name)
      if (declared === null || !isAnyWord(declared.type)) return false
      return declared.init === null || !(isOwnOnly(declared.init) || isPlain(declared.init))
    }
    return {
      VariableDeclarator({ id, init }) {
        if (isAnyWord(id.typeAnnotation?.typeAnnotation) && isPlain(init)) refuse(init)
      },
      AssignmentPattern({ left, right }) {
        if (isAnyWord(left.typeAnnotation?.typeAnnotation) && isPlain(right)) refuse(right)
      },
      PropertyDefinition({ typeAnnotation, value }) {
        if (isAnyWord(typeAnnotation?.typeAnnotation) && isPlain(value)) refuse(value)
      },
      TSAsExpression({ typeAnnotation, expression }) {
        if (isAnyWord(typeAnnotation) && isPlain(expression)) refuse(expression)
      },
      MemberExpression(node) {
        const { object, property, computed } = node
        if (!computed || isWritten(property)) return
        if (isInheriting(node, object) && !isAskedBefore(node, object.name, context.sourceCode))
          context.report({ node, messageId: 'read', data: { name: object.name } })
      },
      BinaryExpression(node) {
        const { operator, left, right } = node
        if (operator === 'in' && !isWritten(left) && isInheriting(node, right))
          context.report({ node, messageId: 'read', data: { name: right.name } })
      },
    }
  },
}

/** `Record<string, …>`, `{ [word: string]: … }`, and these in `Readonly`, `Partial`, or beside `null`. */
function isAnyWord(type) {
  switch (type?.type) {
    case 'TSTypeReference': {
      const [first] = type.typeArguments?.params ?? []
      if (type.typeName.name === 'Record') return first?.type === 'TSStringKeyword'
      return ['Readonly', 'Partial', 'Required'].includes(type.typeName.name) && isAnyWord(first)
    }
    case 'TSTypeLiteral':
      return type.members.some(
        (member) =>
          member.type === 'TSIndexSignature' &&
          member.parameters[0]?.typeAnnotation?.typeAnnotation.type === 'TSStringKeyword',
      )
    case 'TSUnionType':
      return type.types.some(isAnyWord)
    default:
      return false
  }
}

/** An object that inherits from `Object.prototype`. */
function isPlain(node) {
  const value = bare(node)
  if (value?.type === 'CallExpression')
    return isCallOf(value, 'Object', /^(fromEntries|freeze|assign)$/) && !isOwnOnly(value)
  return (
    value?.type === 'ObjectExpression' &&
    !value.properties.some(({ key, value: set }) => key?.name === '__proto__' && set.raw === 'null')
  )
}

function isOwnOnly(node) {
  const value = bare(node)
  if (value?.type !== 'CallExpression') return false
  if (value.callee.name === 'byWord' || isCallOf(value, 'Object', /^create$/)) return true
  return isCallOf(value, 'Object', /^(freeze|assign)$/) && isOwnOnly(value.arguments[0])
}

function isCallOf({ callee }, object, names) {
  return (
    callee.type === 'MemberExpression' && callee.object.name === object && names.test(callee.property.name)
  )
}

function bare(node) {
  return node && /^TS(As|Satisfies|NonNull)/.test(node.type) ? bare(node.expression) : node
}

/** A key that stands in the source. */
function isWritten(key) {
  return key.type === 'Literal' || (key.type === 'TemplateLiteral' && key.expressions.length === 0)
}

/** The type that a variable or parameter was declared with, and what it was set to. */
function declarationOf(from, name) {
  for (let scope = from; scope !== null; scope = scope.upper) {
    const variable = scope.set.get(name)
    if (variable === undefined) continue
    const [definition] = variable.defs
    if (definition === undefined) return null
    const { type, node, name: id } = definition
    if (type !== 'Variable' && type !== 'Parameter') return null
    const init = type === 'Variable' && node.id === id ? node.init : null
    return { type: id.typeAnnotation?.typeAnnotation, init }
  }
  return null
}

/** Within what `Object.hasOwn(name, …)` decides. */
function isAskedBefore(node, name, sourceCode) {
  const asks = (test) => sourceCode.getText(test).includes(`Object.hasOwn(${name}, `)
  for (let { parent } = node; parent !== null && parent !== undefined; parent = parent.parent) {
    if (/^(ConditionalExpression|IfStatement)$/.test(parent.type) && asks(parent.test)) return true
    if (parent.type === 'LogicalExpression' && asks(parent.left)) return true
    if (/Function/.test(parent.type)) return false
  }
  return false
}
