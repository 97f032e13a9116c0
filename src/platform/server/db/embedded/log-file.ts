import { rename, stat } from 'node:fs/promises'

const largest = 1_000_000

/** Puts a log of more than 1 MB aside as `….1`, over the one that was put aside before. */
export async function rotateLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > largest) await rename(file, `${file}.1`)
}
