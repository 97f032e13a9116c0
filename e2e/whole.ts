/** Whether everything is tried and not a sample of it: `npm run prove -- journeys`, `every-page`, `looks`, … */
export function whole(): boolean {
  return process.env['VIOLET_PROVE'] === 'whole'
}

/** Each of one list with each of the other; as a sample, pairs in which each of both lists is once. */
export function pairs<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  const all = first.flatMap((a, i) => second.map((b, j) => ({ pair: [a, b] as [A, B], isSample: i === j })))
  return all.filter(({ isSample }) => isSample || whole()).map(({ pair }) => pair)
}

/** All of a list; as a sample, the one whose turn it is with the `index`-th of another list. */
export function takingTurns<A>(list: readonly A[], index: number): readonly A[] {
  return whole() ? list : [list[index % list.length]!]
}

/**
 * The details of a test that is made once for each of a list: as a sample, it is taken for one of them. A story is told
 * once, and those beside it with the other choices.
 */
export function sampledIf(isSample: boolean): { tag?: string } {
  return isSample ? {} : { tag: tagOfWhole }
}

/** On the tests that a sample leaves out. */
export const tagOfWhole = '@whole'
