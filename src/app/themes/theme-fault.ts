import type { ConfigFault } from '#features/shop/actions.ts'

/** `file` and `line` where a file of the folder is to blame; `path` where a setting is. */
export interface ThemeFault extends ConfigFault {
  file?: string
  line?: number | null
}
