import { createProgram } from './program.ts'
import { exitCodes, Failure } from './terminal.ts'

// A reader that has seen enough (`violet export | head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed),
)

try {
  // Run from source, without the build that names it, there is no version.
  await createProgram(import.meta.env?.VIOLET_VERSION ?? 'development').parseAsync()
} catch (error) {
  process.exitCode = error instanceof Failure ? error.exitCode : exitCodes.failed
  process.stderr.write(`violet: ${error instanceof Error ? error.message : String(error)}\n`)
}
