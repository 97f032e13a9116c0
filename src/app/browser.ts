import './style.css'
import { startCartDrawer } from '#features/cart/islands/cart-drawer/opener.ts'
import { startBrowser } from '#platform/browser/start.ts'
import { islands } from './islands.ts'
import { startFrame } from '#storefront/layout/frame.browser.ts'

startBrowser({ registry: islands, later: () => import('./later.browser.ts') })
startFrame()
startCartDrawer()
