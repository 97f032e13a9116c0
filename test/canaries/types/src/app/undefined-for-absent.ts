interface Line {
  note?: string
}

export const line: Line = { note: undefined }
