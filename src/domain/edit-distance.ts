/** Edits from one word to another: a letter inserted, deleted, replaced, or two exchanged (Damerau, optimal alignment). */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

/** ` (did you mean hero?)`, for behind a word that is not known; `` where none is near. */
export function meantWord(word: string, known: readonly string[]): string {
  const near = nearestWord(word.slice(0, 60), known)
  return near === null ? '' : ` (did you mean ${near}?)`
}

/** The word that was probably meant: one of the known ones that is a few edits away; null where none is. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const most = word.length < 4 ? 1 : word.length < 8 ? 2 : 3
  const small = word.toLowerCase()
  const near = known
    .map((one) => ({ one, edits: editDistance(small, one.toLowerCase()) }))
    .filter(({ one, edits }) => edits <= most && edits < one.length)
  return near.toSorted((a, b) => a.edits - b.edits)[0]?.one ?? null
}
