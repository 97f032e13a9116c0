import type { OrderWatchProps } from './island.tsx'
