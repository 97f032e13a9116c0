import { call } from '#platform/browser/call.ts'
import { Frame } from './frame.tsx'

export const start = [call, Frame]
