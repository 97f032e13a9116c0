export default { test: { setupFiles: ['test/setup.ts'], include: ['src/**/*.test.ts'] } }
