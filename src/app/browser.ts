import { startCartDrawer } from '#features/cart/islands/cart-drawer/opener.ts'
import { startBrowser } from '#platform/browser/start.ts'
import { startFrame } from '#storefront/layout/frame.browser.ts'

startBrowser({ islands: () => import('./islands.ts'), later: () => import('./later.browser.ts') })
startFrame()
startCartDrawer()
