import './style.css'
import { startCartDrawer } from '#features/cart/islands/cart-drawer/opener.ts'
import { startBrowser } from '#platform/browser/start.ts'
import { islands } from './islands.ts'
import { startFrame } from './layout/frame-live.ts'

startBrowser({ registry: islands, later: () => import('./later-live.ts') })
startFrame()
startCartDrawer()
