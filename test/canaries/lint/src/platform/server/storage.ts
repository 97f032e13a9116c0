export const token = (): string | null => localStorage.getItem('token')
