export default {
  test: { setupFiles: ['test/setup.ts'], include: ['src/**/*.test.ts'], isolate: false, maxWorkers: 1 },
}
