export function later(task: () => void): void {
  setTimeout(task, 1_000)
}
