import { guarded } from './guarded.ts'

export function repeat(log: { error(...line: unknown[]): void }, task: () => void): Promise<void> {
  const send = async (): Promise<void> => JSON.parse('') as void
  setInterval(guarded(log, 'a task', task), 1_000)
  setTimeout(() => void send(), 1_000)
  setTimeout(() => {}, 1_000)
  return new Promise((resolve) => setTimeout(resolve, 1_000))
}
