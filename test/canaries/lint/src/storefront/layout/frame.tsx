export const back = (): void => history.back()
