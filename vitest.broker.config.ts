import { defineConfig } from 'vitest/config'

const project = (broker: 'aedes' | 'mosquitto') => ({
  test: {
    name: `broker-${broker}`,
    include: ['server/src/**/*.broker.test.ts'],
    env: { TEST_BROKER: broker },
    testTimeout: 20_000,
  },
})

export default defineConfig({ test: { projects: [project('aedes'), project('mosquitto')] } })
