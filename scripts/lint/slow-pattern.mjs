/*
 * A regular expression that backtracks may take seconds over a text that was written for that, and nothing else is
 * answered meanwhile. Refused are patterns for which such a text exists:
 *
 * - its time doubles with each letter (`exponential`);
 * - two parts that repeat fight over the same letters: its time grows with the square of the length (`quadratic`). Where
 *   the text is short all the same, say how short, beside `oxlint-disable-next-line`.
 *
 * Not refused is a single part that is begun again at each letter (`/\s+$/`): it takes some hundred thousand letters,
 * and no body of a call has as many.
 */
import { analyse } from 'scslre'

/** @type {import('oxlint/plugins-dev').Rule} */
export const slowPattern = {
  meta: {
    type: 'problem',
    messages: {
      exponential: 'Its time doubles with each {{letters}}: let the parts of it that repeat share no letter.',
      quadratic:
        'Its time grows with the square of many {{letters}}: let the parts of it that repeat share no letter, or say how short the text is.',
    },
  },
  create(context) {
    return {
      Literal(node) {
        if (!node.regex) return
        const { pattern: source, flags } = node.regex
        const { reports } = analyse({ source, flags }, { reportTypes: { Move: false } })
        const [first] = reports.toSorted((a, b) => Number(b.exponential) - Number(a.exponential))
        if (first === undefined) return
        const messageId = first.exponential ? 'exponential' : 'quadratic'
        context.report({ node, messageId, data: { letters: `/${first.character.literal.source}/` } })
      },
    }
  },
}
