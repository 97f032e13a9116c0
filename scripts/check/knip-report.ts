import type { Reporter } from 'knip'

/** Says besides the issues how many files were read: without that, knip blinded by its settings looks like a clean tree. */
const report: Reporter = ({ issues, counters, configurationHints }) => {
  const found = Object.entries(issues).flatMap(([type, byFile]) =>
    Object.values(byFile).flatMap((bySymbol) =>
      Object.values(bySymbol).map(({ filePath, line, symbol }) => ({ type, file: filePath, line, symbol })),
    ),
  )
  const hints = configurationHints.map(({ type, identifier }) => `${type}: ${String(identifier)}`)
  process.stdout.write(JSON.stringify({ processed: counters.processed, issues: found, hints }))
}

export default report
