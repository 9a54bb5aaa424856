import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigError, demoConfig, productionConfig } from './config.ts'

const complete = {
  DATABASE_URL: 'postgresql://vigilux@localhost/vigilux',
  MQTT_URL: 'mqtts://broker.vigilux.test:8883',
  MQTT_PASSWORD: 'secret',
  SMTP_URL: 'smtp://mail.vigilux.test',
  MAIL_FROM: 'no-reply@vigilux.test',
  PUBLIC_URL: 'https://vigilux.test',
  AUTH_SECRET: 'a'.repeat(32),
  UNIT_FACTORY_KEY: 'b'.repeat(32),
  SUPPORT_EMAIL: 'support@vigilux.test',
}

describe('production configuration', () => {
  it('is read from the environment alone', () => {
    expect(productionConfig(complete)).toMatchObject({ mode: 'production', port: 8080, supportPhone: null })
  })
  it.each(Object.keys(complete))('reports %s when it is missing', (name) => {
    const { [name as keyof typeof complete]: _, ...rest } = complete
    expect(() => productionConfig(rest)).toThrow(`${name} is required but not set`)
  })
  it('keeps the security log for two years', () => {
    expect(productionConfig(complete)).toMatchObject({ retentionMonths: { securityLog: 24 } })
  })
  it('treats an empty variable as missing', () => {
    expect(() => productionConfig({ ...complete, AUTH_SECRET: '' })).toThrow(ConfigError)
  })
  it('refuses a weak secret without printing it', () => {
    const weak = { ...complete, AUTH_SECRET: 'short-secret' }
    expect(() => productionConfig(weak)).toThrow('AUTH_SECRET: needs at least 32 characters')
    expect(() => productionConfig(weak)).not.toThrow('short-secret')
  })
})

describe('S3 configuration', () => {
  const s3 = { S3_URL: 'https://s3.vigilux.test', S3_BUCKET: 'files', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  it('selects the S3 store when set, else the folder', () => {
    expect(productionConfig({ ...complete, ...s3 }).s3).toEqual({
      url: 'https://s3.vigilux.test',
      bucket: 'files',
      region: 'us-east-1',
      accessKey: 'a',
      secretKey: 'b',
    })
    expect(productionConfig(complete).s3).toBeUndefined()
  })
  it.each(Object.keys(s3))('reports %s when only it is missing', (name) => {
    expect(() => productionConfig({ ...complete, ...s3, [name]: '' })).toThrow(`${name} is required but not set`)
  })
})

describe('time-stamp configuration', () => {
  const set = { TIME_STAMP_URL: 'http://stamps.vigilux.test', TIME_STAMP_CA_FILE: import.meta.filename }
  it('is read with its certificate when set, else undefined', () => {
    const ca = readFileSync(import.meta.filename, 'utf8')
    expect(productionConfig({ ...complete, ...set }).timeStamps).toEqual({ url: set.TIME_STAMP_URL, ca })
    expect(productionConfig(complete).timeStamps).toBeUndefined()
  })
  it.each(Object.keys(set))('reports %s when only it is missing', (name) => {
    expect(() => productionConfig({ ...complete, ...set, [name]: '' })).toThrow(`${name} is required but not set`)
  })
})

describe('limit configuration', () => {
  const limits = (set: Record<string, string>) => demoConfig(set).limits
  it('has the documented defaults', () => {
    expect(limits({})).toEqual({
      units: { basic: 1, pro: { cablecom: 16, logica: 31, logicafm: 31, other: 16 } },
      invitationDays: 14,
      codeMinutes: 10,
      reportPageRows: 25,
      inhibitionHours: 24,
      autonomyHours: [1, 1.5, 2, 3, 8],
      batteryOutlook: { tests: 3, lamps: 20 },
    })
  })
  it('accepts the values of the operator', () => {
    const set = { UNITS_BASIC: '2', UNITS_PRO: 'sicuro=4, other=9', AUTONOMY_HOURS: '8, 1', REPORT_PAGE_ROWS: '50' }
    expect(
      productionConfig({
        ...complete,
        ...set,
        INVITATION_DAYS: '30',
        CODE_MINUTES: '5',
        OUTLOOK_TESTS: '4',
        OUTLOOK_LAMPS: '9',
        INHIBITION_HOURS: '8',
      }).limits,
    ).toEqual({
      units: { basic: 2, pro: { sicuro: 4, other: 9 } },
      invitationDays: 30,
      codeMinutes: 5,
      reportPageRows: 50,
      inhibitionHours: 8,
      autonomyHours: [1, 8],
      batteryOutlook: { tests: 4, lamps: 9 },
    })
  })
  it.each([
    ['UNITS_BASIC', '0'],
    ['INHIBITION_HOURS', '0'],
    ['INHIBITION_HOURS', '169'],
    ['UNITS_PRO', 'logica=31'],
    ['UNITS_PRO', 'logica,other=16'],
    ['UNITS_PRO', 'logica=,other=16'],
    ['UNITS_PRO', 'logica=1,logica=2,other=16'],
    ['UNITS_PRO', 'logica=1.5,other=16'],
    ['UNITS_PRO', 'other=1001'],
    ['INVITATION_DAYS', '366'],
    ['CODE_MINUTES', '61'],
    ['REPORT_PAGE_ROWS', '4'],
    ['OUTLOOK_TESTS', '2'],
    ['OUTLOOK_LAMPS', '0'],
    ['AUTONOMY_HOURS', '4'],
    ['AUTONOMY_HOURS', '1,,2'],
  ])('refuses %s with %s', (name, value) => {
    expect(() => demoConfig({ [name]: value })).toThrow(name)
  })
})

describe('TRUST_PROXY', () => {
  const trustProxyOf = (value: string) => demoConfig({ TRUST_PROXY: value }).trustProxy
  it.each([
    ['false', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, 2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
  ])('accepts %s', (value, expected) => {
    expect(trustProxyOf(value)).toEqual(expected)
  })
  it('trusts no proxy by default', () => {
    expect(demoConfig({}).trustProxy).toBe(false)
  })
  it.each(['true', 'yes', '10', '10.0.0.0/33', '10.0.0.1/8/8', 'proxy.vigilux.test', '10.0.0.1,', '-1'])(
    'refuses %s with a list of valid values',
    (value) => {
      expect(() => trustProxyOf(value)).toThrow(/TRUST_PROXY: has to be false, the number of proxies/)
    },
  )
})

describe('demo configuration', () => {
  it('needs no variables', () => {
    expect(demoConfig({})).toMatchObject({ mode: 'demo', port: 8080, mqttPort: 1883, databaseUrl: undefined })
  })
  it('reports an invalid port', () => {
    expect(() => demoConfig({ PORT: 'http' })).toThrow('PORT')
  })
})
