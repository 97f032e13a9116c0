/** A word, a literal, an operator, or a hole of the template. `space`: white space stands before it. */
export interface Token {
  kind: 'word' | 'hole' | 'comment' | 'other'
  text: string
  space: boolean
}

/** What stands between brackets, or between `case` and `end`. */
export interface Group {
  kind: 'group'
  open: string
  body: Node[]
  close: string
  space: boolean
}

export type Node = Token | Group

/** A part of a template: its own text, or the source of what is filled in. */
export type Part = { text: string } | { hole: string }

const name = String.raw`(?:"(?:[^"]|"")+"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)`
const pattern = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<comment>--[^\n]*)`,
    String.raw`(?<literal>'(?:[^'\\]|''|\\[^])*'|\$(?<tag>\w*)\$[^]*?\$\k<tag>\$|\/\*[^]*?\*\/)`,
    String.raw`(?<word>${name}(?:\.(?:${name}|\*))*)`,
    String.raw`(?<other>\d[\w.]*|[()[\],;]|::|[-+*/<>=~!@#%^&|?]+|[.:\\$])`,
  ].join('|'),
  'y',
)

/** The tokens of a template as a tree of groups. Throws where brackets do not match or a quotation has no end. */
export function parseSql(parts: readonly Part[]): Node[] {
  const outermost: Node[] = []
  const open: Group[] = []
  for (const token of tokensOf(parts)) {
    const body = open.at(-1)?.body ?? outermost
    const close = closers[token.text.toLowerCase()]
    if (close !== undefined && token.kind !== 'hole') {
      const group: Group = { kind: 'group', open: token.text, body: [], close, space: token.space }
      put(body, group)
      open.push(group)
    } else if (open.length > 0 && token.kind !== 'hole' && token.text.toLowerCase() === open.at(-1)!.close) {
      open.pop()!.close = token.text
    } else if (token.text === ')' || token.text === ']') {
      throw new Error(`a bracket is closed that was not opened: ${token.text}`)
    } else {
      put(body, token)
    }
  }
  if (open.length > 0) throw new Error(`a bracket is not closed: ${open.at(-1)!.open}`)
  return outermost
}

const closers: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  '(': ')',
  '[': ']',
  case: 'end',
})

// One space after a comma, none before it, none inside brackets.
function put(body: Node[], node: Node): void {
  const before = body.at(-1)
  if (before === undefined || textOf(node) === ',') node.space = false
  else if (textOf(before) === ',') node.space = true
  body.push(node)
}

export function textOf(node: Node | undefined): string {
  return node === undefined || node.kind === 'group' ? '' : node.text
}

function* tokensOf(parts: readonly Part[]): Generator<Token> {
  let space = false
  for (const part of parts) {
    if ('hole' in part) {
      yield { kind: 'hole', text: part.hole, space }
      space = false
      continue
    }
    for (let at = 0; at < part.text.length; at = pattern.lastIndex) {
      pattern.lastIndex = at
      const found = pattern.exec(part.text)?.groups
      if (found === undefined) throw new Error(`not understood: ${part.text.slice(at, at + 40)}`)
      const { comment, literal, word, other } = found
      if (comment !== undefined) yield { kind: 'comment', text: comment.trimEnd(), space }
      else if (word !== undefined) yield { kind: 'word', text: word, space }
      else if (literal !== undefined || other !== undefined)
        yield { kind: 'other', text: literal ?? other!, space }
      space = found['space'] !== undefined
    }
  }
}
