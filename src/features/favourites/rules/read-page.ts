/** The page of a list, from 1; what is no page is the first. */
export function readPage(named: string | null): number {
  return /^[1-9]\d?$/.test(named ?? '') ? Number(named) : 1
}
