/** Whether everything is tried and not a sample of it: `npm run prove -- journeys`, `every-page`, `looks`, … */
export function whole(): boolean {
  return process.env['VIOLET_PROVE'] === 'whole'
}
