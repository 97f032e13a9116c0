import { type Token, TokenKind } from 'liquidjs'
import { checkHtml, HtmlFault } from './check-html.ts'
import { OutputRefused } from './faults.ts'
import type { Output } from './output.ts'
import type { Job } from './values.ts'
import type { PartRequest } from './work.ts'

/** What a template wrote, as a page gets it. Throws `OutputRefused`. */
export function checkOutput(output: Output, { hole, parts }: Pick<Job, 'hole' | 'parts'>): string {
  try {
    return checkHtml(output.buffer, { hole, parts: parts.length, blockAt: (index) => blockOf(parts[index]) })
  } catch (error) {
    if (!(error instanceof HtmlFault)) throw error
    const whose = output.whose(error.at)
    throw new OutputRefused(error.message, whose?.token ?? null, whose === null ? null : lineOf(whose))
  }
}

function blockOf(part: PartRequest | undefined): string | null {
  return part?.tag === 'section' || part?.tag === 'main' ? part.tag : null
}

function lineOf({ token, after }: { token: Token; after: number }): number {
  const { input, begin, kind } = token
  const trimmed = 'trimLeft' in token && typeof token.trimLeft === 'number' ? token.trimLeft : 0
  const at = kind === TokenKind.HTML ? begin + trimmed + after : begin
  let line = 1
  for (let next = input.indexOf('\n'); next !== -1 && next < at; next = input.indexOf('\n', next + 1))
    line += 1
  return line
}
