/** What is wrong with a theme. `file` and `line` where a file of the folder is to blame; `path` where a setting is. */
export interface ThemeFault {
  path: string
  reason: string
  file?: string
  line?: number | null
}
