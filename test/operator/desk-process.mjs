/*
 * `node desk-process.mjs <program>`: evaluates the built program again for each list of arguments that is sent to it,
 * as if it had been started with them, while all that it loads stays loaded. Both its outputs have a NUL after each.
 */
import { pathToFileURL } from 'node:url'

const program = pathToFileURL(process.argv[2]).href
// Each run of the program listens to them.
process.stdout.setMaxListeners(0)
process.stderr.setMaxListeners(0)

let turn = 0
process.on('message', async (args) => {
  process.argv.splice(2, process.argv.length, ...args)
  process.exitCode = undefined
  // A module of another address is another module: nothing of the last run is in it.
  turn += 1
  await import(`${program}?${turn}`)
  const code = process.exitCode ?? 0
  process.stdout.write('\0')
  process.stderr.write('\0')
  process.send(code)
})
process.once('disconnect', () => process.exit())
