import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { ConfigError, demoConfig, listUnused, productionConfig, storageConfig } from './config.ts'
import { installedSecret } from './secrets.ts'

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

describe('secrets in files', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigilux-secrets-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const fileWith = (content: string): string => {
    const path = join(folder, 'secret')
    writeFileSync(path, content)
    return path
  }
  const { AUTH_SECRET: authSecret, ...withoutSecret } = complete

  it('are read without the newline at their end', () => {
    const environment = { ...withoutSecret, AUTH_SECRET_FILE: fileWith(`${authSecret}\n`) }
    expect(productionConfig(environment).authSecret).toBe(authSecret)
    expect(installedSecret(environment, 'AUTH_SECRET')).toBe(authSecret)
  })
  it('hold the address of the database for operator commands', () => {
    const path = fileWith('postgres://db.test/vigilux\n')
    expect(storageConfig({ DATABASE_URL_FILE: path }).databaseUrl).toBe('postgres://db.test/vigilux')
  })
  it('of the server are not read by operator commands, which may run as another user', () => {
    const unreadable = { AUTH_SECRET_FILE: join(folder, 'none'), MQTT_KEY_FILE: join(folder, 'none') }
    expect(storageConfig({ ...unreadable, MQTT_CERT_FILE: 'x', DATA_DIR: '/data' }).dataDir).toBe('/data')
  })
  it('have to exist, and are then not reported as missing', () => {
    const read = () => productionConfig({ ...withoutSecret, AUTH_SECRET_FILE: join(folder, 'none') })
    expect(read).toThrow('AUTH_SECRET_FILE: cannot be read: ENOENT')
    expect(read).not.toThrow('AUTH_SECRET is required')
    expect(() => installedSecret({ AUTH_SECRET_FILE: join(folder, 'none') }, 'AUTH_SECRET')).toThrow('ENOENT')
  })
  it('may not be empty', () => {
    const path = fileWith('\n')
    expect(() => productionConfig({ ...withoutSecret, AUTH_SECRET_FILE: path })).toThrow(`${path} is empty`)
  })
  it('may not be set beside their variable', () => {
    const path = fileWith(authSecret)
    expect(() => productionConfig({ ...complete, AUTH_SECRET_FILE: path })).toThrow(
      'AUTH_SECRET_FILE: is set together with AUTH_SECRET',
    )
  })
})

describe('variables that are no settings', () => {
  it.each([
    ['AUTH_SECRETT', 'AUTH_SECRET'],
    ['KEEP_AUDIT_MONTH', 'KEEP_AUDIT_MONTHS'],
    ['KEEP_ADUIT_MONTHS', 'KEEP_AUDIT_MONTHS'],
    ['SMTP_URI', 'SMTP_URL'],
    ['trust_proxy', 'TRUST_PROXY'],
    ['MQTT_PASWORD_FILE', 'MQTT_PASSWORD_FILE'],
  ])('are refused if misspelt: %s', (name, meant) => {
    const message = `${name}: is not a setting; did you mean ${meant}?`
    expect(() => productionConfig({ ...complete, [name]: '1' })).toThrow(message)
    expect(() => storageConfig({ [name]: '1' })).toThrow(message)
  })
  it('are allowed if they are like none', () => {
    const machine = { HOME: '/root', PATH: '/bin', LANG: 'C', HOSTNAME: 'a', HTTP_URL: 'x', NODE_ENV: 'production' }
    expect(productionConfig({ ...complete, ...machine })).toMatchObject({ mode: 'production' })
    expect(listUnused({ ...complete, ...machine }, 'production')).toEqual([])
  })
  it('are listed if they begin like a setting, or belong to the other mode', () => {
    const environment = { ...complete, MQTT_PORT_1883_TCP: 'tcp://10.0.0.1', MQTT_PORT: '1883', KEEP_ALL: '1' }
    expect(listUnused(environment, 'production')).toEqual(['KEEP_ALL', 'MQTT_PORT', 'MQTT_PORT_1883_TCP'])
    expect(listUnused({ MQTT_PORT: '1883', AUTH_SECRET_FILE: '/x' }, 'demo')).toEqual([])
  })
})

test('all problems are reported at once', () => {
  const read = () =>
    productionConfig({
      ...complete,
      MAIL_FROM: '',
      LOG_LEVL: 'info',
      PORT: 'http',
      S3_URL: 'https://s3.test',
      TIME_STAMP_URL: 'https://stamps.test',
      MQTT_CERT_FILE: import.meta.filename,
      METRICS_TOKEN_FILE: '/no/such/file',
    })
  for (const name of [
    'MAIL_FROM is required',
    'LOG_LEVL:',
    'PORT:',
    'S3_BUCKET is required',
    'TIME_STAMP_CA_FILE is required',
    'MQTT_KEY_FILE is required',
    'METRICS_TOKEN_FILE:',
  ])
    expect(read).toThrow(name)
})

describe('metrics', () => {
  const token = 't'.repeat(32)
  const metricsOf = (set: Record<string, string>) => productionConfig({ ...complete, ...set }).metrics
  it('are served on the loopback address, if a port is set', () => {
    expect(metricsOf({})).toBeUndefined()
    expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ host: '127.0.0.1', port: 9464, token: undefined })
  })
  it('need a token where other machines reach them', () => {
    for (const host of ['0.0.0.0', '::', '10.0.0.7', '127.evil.test'])
      expect(() => metricsOf({ METRICS_PORT: '9464', METRICS_HOST: host })).toThrow('METRICS_TOKEN: is required unless')
    const set = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }
    expect(metricsOf(set)).toEqual({ host: '0.0.0.0', port: 9464, token })
  })
  it('have no setting without effect', () => {
    expect(() => metricsOf({ METRICS_TOKEN: token })).toThrow('METRICS_PORT is required')
    expect(() => metricsOf({ METRICS_HOST: '::1' })).toThrow('METRICS_PORT is required')
  })
})

describe('PUBLIC_URL', () => {
  const publicUrlOf = (url: string) => productionConfig({ ...complete, PUBLIC_URL: url }).publicUrl
  it.each([
    ['https://vigilux.test/', 'https://vigilux.test'],
    ['https://vigilux.test:8443', 'https://vigilux.test:8443'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('is an origin: %s', (url, origin) => {
    expect(publicUrlOf(url)).toBe(origin)
  })
  it.each([
    'https://vigilux.test/plants',
    'https://vigilux.test/?a=b',
    'https://vigilux.test/#/home',
    'https://a:b@vigilux.test',
  ])('refuses %s', (url) => {
    expect(() => publicUrlOf(url)).toThrow('PUBLIC_URL: must be protocol, host and port only')
  })
})

describe('TLS of the links to database and broker', () => {
  const pem = import.meta.filename
  const content = readFileSync(pem, 'utf8')
  it('is read from files', () => {
    const set = { DATABASE_CA_FILE: pem, MQTT_CA_FILE: pem, MQTT_CERT_FILE: pem, MQTT_KEY_FILE: pem }
    const config = productionConfig({ ...complete, ...set })
    expect(config.databaseTls).toEqual({ ca: content })
    expect(config.mqttLinkTls).toEqual({ ca: content, cert: content, key: content })
    expect(storageConfig({ DATABASE_CA_FILE: pem }).databaseTls).toEqual({ ca: content })
    expect(productionConfig(complete).databaseTls).toBeUndefined()
  })
  it.each([
    ['DATABASE_CERT_FILE', 'DATABASE_KEY_FILE'],
    ['DATABASE_KEY_FILE', 'DATABASE_CERT_FILE'],
    ['MQTT_CERT_FILE', 'MQTT_KEY_FILE'],
  ])('refuses %s without %s', (name, other) => {
    expect(() => productionConfig({ ...complete, [name]: pem })).toThrow(`${other} is required but not set`)
  })
  it('refuses an address of the broker without TLS', () => {
    const set = { MQTT_URL: 'mqtt://broker.test', MQTT_CA_FILE: pem }
    expect(() => productionConfig({ ...complete, ...set })).toThrow('MQTT_URL: must begin with mqtts:// or wss://')
  })
  it('refuses an address of the database with its own TLS parameters', () => {
    const set = { DATABASE_URL: 'postgres://db.test/vigilux?sslmode=disable', DATABASE_CA_FILE: pem }
    expect(() => productionConfig({ ...complete, ...set })).toThrow('DATABASE_URL: must not contain sslmode')
  })
  it('of the built-in broker needs a certificate for client certificates', () => {
    expect(() => demoConfig({ MQTT_TLS_CLIENT_CA_FILE: pem })).toThrow('MQTT_TLS_CERT_FILE is required but not set')
    const set = { MQTT_TLS_CERT_FILE: pem, MQTT_TLS_KEY_FILE: pem, MQTT_TLS_CLIENT_CA_FILE: pem }
    expect(demoConfig(set).mqttTls).toEqual({ port: 8883, cert: content, key: content, clientCa: content })
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
      expect(() => trustProxyOf(value)).toThrow(/TRUST_PROXY: must be false, the number of proxies/)
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

describe('traces', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318'
  const tracingOf = (set: Record<string, string>) => productionConfig({ ...complete, ...set }).tracing
  it('are sent to a collector with decoded headers, all of them by default', () => {
    expect(tracingOf({})).toBeUndefined()
    const set = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, tenant=a=b' }
    const headers = { authorization: 'Bearer x', tenant: 'a=b' }
    expect(tracingOf(set)).toEqual({ endpoint: OTEL_EXPORTER_OTLP_ENDPOINT, headers, share: 1 })
    expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.1' })).toMatchObject({ share: 0.1 })
  })
  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector:4317' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT is required', { OTEL_TRACES_SAMPLER_ARG: '0.1' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT is required', { OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }],
    ['OTEL_TRACES_SAMPLER_ARG', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '2' }],
    ['OTEL_EXPORTER_OTLP_HEADERS', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'nonsense' }],
    ['OTEL_EXPORTER_OTLP_HEADERS', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }],
  ])('are refused by %s', (message, set) => {
    expect(() => tracingOf(set)).toThrow(message)
  })
})
