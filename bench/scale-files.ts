import { memoryOf } from './process.ts'

/** What a program that reads the whole shop gets. Milliseconds, megabytes. */
export interface FileRead {
  firstByte: number
  whole: number
  /** As it came over the wire. */
  size: number
  /** What the server's memory grew by, at most. */
  grown: number
}

/** Reads a file to its end, or at most `limit` bytes of it as it is before packing. */
export async function readFileOf(port: number, pid: number, path: string): Promise<FileRead> {
  const before = memoryOf(pid)?.now ?? Number.NaN
  let most = before
  const begun = performance.now()
  // Unpacked by nobody: what is measured is the server.
  const answer = await fetch(`http://localhost:${port}${path}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  if (!answer.ok || answer.body === null) throw new Error(`${path} was answered with ${answer.status}`)
  let firstByte: number | null = null
  let size = 0
  let seen = begun
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    firstByte ??= performance.now() - begun
    size += chunk.length
    if (performance.now() - seen < 100) continue
    seen = performance.now()
    most = Math.max(most, memoryOf(pid)?.now ?? 0)
  }
  return {
    firstByte: firstByte ?? Number.NaN,
    whole: performance.now() - begun,
    size: size / 1e6,
    grown: most - before,
  }
}
