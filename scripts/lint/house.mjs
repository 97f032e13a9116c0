/*
 * The house's own rules for oxlint: plain JavaScript, since an editor runs them with whatever Node it has. They see
 * the syntax of one file and no types.
 */
import { bareIp } from './bare-ip.mjs'
import { guardedListener } from './guarded-listener.mjs'
import { slowPattern } from './slow-pattern.mjs'
import { wordIndex } from './word-index.mjs'

export default {
  meta: { name: 'house' },
  rules: {
    'bare-ip': bareIp,
    'guarded-listener': guardedListener,
    'slow-pattern': slowPattern,
    'word-index': wordIndex,
  },
}
