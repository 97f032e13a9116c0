/** Calls `leave` once when the process that started this one is gone. */
export function whenParentEnds(leave) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    leave()
  }, 200)
  timer.unref()
}
