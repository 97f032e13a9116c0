import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * A reporter for Vitest: how long each file took, loading and hooks included, which Vitest's own JSON leaves out.
 * Written to the file that VIOLET_FILE_TIMES names.
 */
export default class FileTimes {
  onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      const file = relative(process.cwd(), module.moduleId).replaceAll('\\', '/')
      return { file, ms: Math.round(collectDuration + setupDuration + duration) }
    })
    writeFileSync(process.env.VIOLET_FILE_TIMES, JSON.stringify(times))
  }
}
