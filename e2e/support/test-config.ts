import { randomBytes } from 'node:crypto'
import type { Config } from '../../server/src/config/config.ts'
import { defaultLimits } from '../../server/src/config/limits-config.ts'
import { testFactoryKey, testPlatformPassword } from '../../server/src/testing/test-broker.ts'

/** Configuration of a server under test: demo mode on loopback, plus the test's settings. */
export const testConfig = (set: Partial<Config> & Pick<Config, 'port' | 'dataDir'>): Config => ({
  mode: 'demo',
  host: '127.0.0.1',
  filesDir: undefined,
  metricsToken: undefined,
  timeStamps: undefined,
  mapTiles: null,
  s3: undefined,
  filesMinFreeMb: 1,
  filesQuotaMb: 100,
  retentionMonths: {
    accessLog: 24,
    audit: 24,
    commands: 12,
    deletedLogbook: 120,
    energy: 120,
    lampHistory: 24,
    mail: 3,
    securityLog: 3,
    telemetry: 13,
  },
  roomsPerPlant: 100,
  restoreDays: 30,
  logLevel: 'silent',
  databaseUrl: undefined,
  databaseListenUrl: undefined,
  databaseTls: undefined,
  databasePool: 20,
  mqttUrl: undefined,
  mqttTls: undefined,
  mqttLinkTls: undefined,
  mqttPassword: testPlatformPassword,
  mqttPort: 0,
  smtpUrl: undefined,
  mailFrom: 'no-reply@vigilux.test',
  publicUrl: `http://127.0.0.1:${set.port}`,
  authSecret: randomBytes(24).toString('hex'),
  unitFactoryKey: testFactoryKey,
  supportEmail: 'support@vigilux.test',
  supportPhone: null,
  enrolmentWindowS: 60,
  limits: defaultLimits,
  privateReceivers: true,
  // Tests that need several addresses set them like a proxy on this machine.
  trustProxy: ['127.0.0.1'],
  demoSpeed: 600,
  ...set,
})
