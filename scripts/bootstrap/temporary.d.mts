export function temporaryFolder(room?: number): string
