import { createProgram } from './program.ts'
import { leaveNow, shopPlace } from './shop.ts'
import { exitCodes, Failure } from './terminal.ts'

// A reader that has seen enough (`violet export | head`) is no fault.
process.stdout.once('error', (error: NodeJS.ErrnoException) => {
  process.stdout.on('error', () => {})
  void leaveNow(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed)
})
// What is said besides may go unread (`violet import … 2>&1 | head`): work that has begun is done to its end.
process.stderr.on('error', () => {})

try {
  // Run from source, without the build that names it, there is no version.
  await createProgram(import.meta.env?.VIOLET_VERSION ?? 'development').parseAsync()
} catch (error) {
  process.exitCode = error instanceof Failure ? error.exitCode : exitCodes.failed
  const place = shopPlace()
  const message = error instanceof Error ? error.message : String(error)
  const where = place === null || message.includes(place) ? '' : `violet: the shop is in ${place}\n`
  process.stderr.write(`violet: ${message}\n${where}`)
}
