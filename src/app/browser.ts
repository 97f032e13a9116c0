import './style.css'
import { startBrowser } from '#platform/browser/start.ts'
import { islands } from './islands.ts'

startBrowser({ registry: islands })
