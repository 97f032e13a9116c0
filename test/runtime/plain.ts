import { startBrowser } from '#platform/browser/start.ts'

/** The runtime and nothing else: what it weighs is what every page pays. */
startBrowser({ islands: async () => ({ islands: {} }), later: async () => {} })
