/* `npm run prove -- templates` in a process with the flags of the shop's server, whose memory it measures. */
import { proveTemplates } from './templates.ts'

const isProven = await proveTemplates({
  seconds: Number(process.argv[2]),
  say: (line) => void process.stdout.write(`${line}\n`),
})
process.exitCode = isProven ? 0 : 1
