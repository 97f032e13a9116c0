/*
 * Loaded in front of a shop (`node --import`) that `npm run prove -- soak` looks into: on SIGUSR2 it collects all garbage
 * and writes what is left into the file that SOAK_PROBE names.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const file = process.env.SOAK_PROBE

process.on('SIGUSR2', () => {
  // What a first round finalises goes with the second.
  collect()
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  const handles = process.getActiveResourcesInfo().length
  writeFileSync(`${file}.new`, JSON.stringify({ heapUsed, external, rss, handles }))
  renameSync(`${file}.new`, file)
})
