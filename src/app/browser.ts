import { startCartDrawer } from '#features/cart/islands/cart-drawer/opener.ts'
import { startBrowser } from '#platform/browser/start.ts'
import { startFrame } from './layout/frame-live.ts'

startBrowser({ islands: () => import('./islands.ts'), later: () => import('./later-live.ts') })
startFrame()
startCartDrawer()
