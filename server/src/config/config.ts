import type { OperatorLimits } from '@vigilux/contract/kernel/operator-limits.ts'
import { z } from 'zod'
import {
  ConfigError,
  type Environment,
  type Issue,
  listUnusedVariables,
  missing,
  pemFile,
  type Rules,
  read,
  secret,
} from './environment.ts'
import { limitsOf, limitVariables } from './limits-config.ts'
import { type MapTiles, mapTilesOf, mapVariables } from './map-config.ts'
import { checkMetrics, type MetricsConfig, metricsOf, metricsVariables } from './metrics-config.ts'
import { trustedProxies } from './proxies-config.ts'
import {
  checkDatabaseTls,
  checkMqttTls,
  databaseTlsGroup,
  databaseTlsOf,
  databaseTlsVariables,
  type LinkTls,
  mqttLinkTlsOf,
  mqttTlsGroup,
  mqttTlsVariables,
} from './tls-config.ts'
import { checkTracing, type TracingConfig, tracingOf, tracingVariables } from './tracing-config.ts'

/** All settings of the operator, read from the environment once. docs/operations/configuration.md */
const port = z.coerce.number().int().min(0).max(65_535)

/** Whole months of retention; a hundred years means forever. */
const months = z.coerce.number().int().min(1).max(1_200)
/** At least two months: units report the last 40 days, and sums are recomputed from all readings of a day. */
const telemetryMonths = months.min(2)

/** Seconds in which a stopping node still serves. */
const drainSeconds = z.coerce.number().int().min(0).max(300)

const postgresqlUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** The web client and its links live at the root of an origin. */
const publicUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => /^\/?$/.test(url.slice(new URL(url).origin.length)), {
    error:
      'must be protocol, host and port only, as in https://plants.example: the product cannot be served under a path',
  })
  .transform((url) => new URL(url).origin)

/** Location of an installation's data: the settings of operator commands, under any user of the machine. */
const storageVariables = {
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresqlUrl.optional(),
  ...databaseTlsVariables,
  FILES_DIR: z.string().optional(),
  FILES_MIN_FREE_MB: z.coerce.number().int().min(0).max(1_000_000).default(256),
  S3_URL: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
}

const commonVariables = {
  ...storageVariables,
  PORT: port.default(8080),
  HOST: z.string().default('0.0.0.0'),
  DATABASE_LISTEN_URL: postgresqlUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(10).max(200).default(20),
  ...mqttTlsVariables,
  TIME_STAMP_URL: z.url({ protocol: /^https?$/ }).optional(),
  TIME_STAMP_CA_FILE: pemFile.optional(),
  ...mapVariables,
  FILES_QUOTA_MB: z.coerce.number().int().min(1).max(10_000_000).default(1024),
  ROOMS_PER_PLANT: z.coerce.number().int().min(1).max(100_000).default(2000),
  RESTORE_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  KEEP_ACCESS_LOG_MONTHS: months.default(24),
  KEEP_AUDIT_MONTHS: months.default(24),
  KEEP_COMMANDS_MONTHS: months.default(12),
  KEEP_DELETED_LOGBOOK_MONTHS: months.default(120),
  KEEP_ENERGY_MONTHS: telemetryMonths.default(120),
  KEEP_LAMP_HISTORY_MONTHS: months.default(24),
  KEEP_MAIL_MONTHS: months.default(3),
  KEEP_SECURITY_LOG_MONTHS: months.default(24),
  KEEP_TELEMETRY_MONTHS: telemetryMonths.default(13),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PRIVATE_RECEIVERS: z.enum(['true', 'false']).default('false'),
  SUPPORT_PHONE: z.string().optional(),
  ...metricsVariables,
  ...tracingVariables,
  ...limitVariables,
  ENROLMENT_WINDOW_S: z.coerce.number().int().min(5).max(600).default(60),
  TRUST_PROXY: trustedProxies.default(false),
}

const production = z.object({
  ...commonVariables,
  DATABASE_URL: postgresqlUrl,
  DRAIN_SECONDS: drainSeconds.default(15),
  MQTT_URL: z.url({ protocol: /^(mqtts?|wss?)$/ }),
  MQTT_PASSWORD: z.string().min(1),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  PUBLIC_URL: publicUrl,
  AUTH_SECRET: secret,
  UNIT_FACTORY_KEY: secret,
  SUPPORT_EMAIL: z.email(),
})

const storage = z.object(storageVariables)

const demo = z.object({
  ...commonVariables,
  DRAIN_SECONDS: drainSeconds.default(0),
  MQTT_PORT: port.default(1883),
  MQTT_TLS_PORT: port.default(8883),
  MQTT_TLS_CERT_FILE: pemFile.optional(),
  MQTT_TLS_KEY_FILE: pemFile.optional(),
  MQTT_TLS_CLIENT_CA_FILE: pemFile.optional(),
  MQTT_URL: z.url({ protocol: /^(mqtts?|wss?)$/ }).optional(),
  MQTT_PASSWORD: z.string().optional(),
  PUBLIC_URL: publicUrl.optional(),
  SUPPORT_EMAIL: z.email().default('support@vigilux.test'),
  /** Factor by which the simulated estate runs faster than real time. */
  DEMO_SPEED: z.coerce.number().min(1).max(3600).default(60),
})

/** With `clientCa`, each unit also needs a certificate of this authority for its id. */
export type BrokerTls = { port: number; cert: string; key: string; clientCa?: string }

export type S3Config = { url: string; bucket: string; region: string; accessKey: string; secretKey: string }

export { ConfigError }

export type Config = {
  mode: 'production' | 'demo'
  host: string
  port: number
  dataDir: string
  /** The address for the operator's monitoring; without it, metrics are not served. */
  metrics: MetricsConfig | undefined
  /** The collector of traces; without it, no trace is made. */
  tracing: TracingConfig | undefined
  /** Folder of stored files; several nodes need a shared one. */
  filesDir: string | undefined
  /** Object store instead of the folder. */
  s3: S3Config | undefined
  /** URL of the time stamp authority for heads of logbooks, and certificates (PEM) of trusted authorities. */
  timeStamps: { url: string; ca: string } | undefined
  /** Source of map tiles for browsers; without it the product draws its own map. */
  mapTiles: MapTiles
  /** Megabytes to leave free on the folder's volume: below this it counts as full. */
  filesMinFreeMb: number
  /** Maximum megabytes of files per plant. */
  filesQuotaMb: number
  /** Maximum buildings, floors and rooms per plant. */
  roomsPerPlant: number
  /** Whole months for which histories are retained, besides the current one. */
  retentionMonths: {
    accessLog: number
    audit: number
    commands: number
    /** The sealed logbooks of deleted plants. */
    deletedLogbook: number
    energy: number
    lampHistory: number
    telemetry: number
    mail: number
    securityLog: number
  }
  /** Seconds in which a stopping node is not ready and still serves. */
  drainSeconds: number
  /** Days for which a deleted plant can be restored. */
  restoreDays: number
  logLevel: z.infer<typeof commonVariables.LOG_LEVEL>
  databaseUrl: string | undefined
  /** The same database without a pooler; `databaseUrl` by default. */
  databaseListenUrl: string | undefined
  databaseTls: LinkTls | undefined
  /** Maximum connections of this node to the database. */
  databasePool: number
  /** An external broker; without it the embedded one listens on `mqttPort`. */
  mqttUrl: string | undefined
  mqttPassword: string | undefined
  mqttLinkTls: LinkTls | undefined
  mqttPort: number
  /** Certificate and key (PEM) with which the embedded broker serves units on a separate port. */
  mqttTls: BrokerTls | undefined
  smtpUrl: string | undefined
  mailFrom: string
  publicUrl: string | undefined
  authSecret: string | undefined
  unitFactoryKey: string | undefined
  supportEmail: string
  supportPhone: string | null
  enrolmentWindowS: number
  /** Limits of people and plants, which forms also receive. */
  limits: OperatorLimits
  /** Whether notices may be sent to addresses within the operator's network. */
  privateReceivers: boolean
  trustProxy: false | number | string[]
  demoSpeed: number
}

export type StorageConfig = Pick<
  Config,
  'databaseUrl' | 'databaseTls' | 'dataDir' | 'filesDir' | 's3' | 'filesMinFreeMb'
>

const knownNames = new Set([production, demo].flatMap((schema) => Object.keys(schema.shape)))

const storageRules: Rules = {
  known: knownNames,
  // A partly configured store would leave files in the folder of one node.
  groups: [['S3_URL', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'], databaseTlsGroup],
  check: checkDatabaseTls,
}

const checkServer = (values: Environment): Issue[] =>
  [checkDatabaseTls, checkMqttTls, checkMetrics, checkTracing].flatMap((check) => check(values))

const rules: Rules = {
  known: knownNames,
  groups: [
    ...storageRules.groups,
    // A stamp of an unverified server proves nothing.
    ['TIME_STAMP_URL', 'TIME_STAMP_CA_FILE'],
    mqttTlsGroup,
  ],
  check: checkServer,
}

const demoRules: Rules = {
  ...rules,
  // With only one of them, an operator would assume TLS without having it.
  groups: [...rules.groups, ['MQTT_TLS_CERT_FILE', 'MQTT_TLS_KEY_FILE']],
  check: (values) => [
    ...checkServer(values),
    ...(values.MQTT_TLS_CLIENT_CA_FILE && !values.MQTT_TLS_CERT_FILE ? [missing('MQTT_TLS_CERT_FILE')] : []),
  ],
}

type Storage = z.output<typeof storage>

const s3Of = (values: Storage): S3Config | undefined => {
  const {
    S3_URL: url,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  } = values
  return url && bucket && accessKey && secretKey ? { url, bucket, region, accessKey, secretKey } : undefined
}

const brokerTlsOf = (values: z.output<typeof demo>): BrokerTls | undefined => {
  const { MQTT_TLS_PORT: tlsPort, MQTT_TLS_CERT_FILE: cert, MQTT_TLS_KEY_FILE: key } = values
  const { MQTT_TLS_CLIENT_CA_FILE: clientCa } = values
  return cert && key ? { port: tlsPort, cert, key, ...(clientCa && { clientCa }) } : undefined
}

const timeStampsOf = ({ TIME_STAMP_URL: url, TIME_STAMP_CA_FILE: ca }: z.output<typeof production | typeof demo>) =>
  url && ca ? { url, ca } : undefined

const storageOf = (values: Storage) => ({
  databaseTls: databaseTlsOf(values),
  dataDir: values.DATA_DIR,
  filesDir: values.FILES_DIR,
  s3: s3Of(values),
  filesMinFreeMb: values.FILES_MIN_FREE_MB,
})

const commonOf = (values: z.output<typeof demo> | z.output<typeof production>) => ({
  ...storageOf(values),
  host: values.HOST,
  port: values.PORT,
  metrics: metricsOf(values),
  tracing: tracingOf(values),
  timeStamps: timeStampsOf(values),
  mapTiles: mapTilesOf(values),
  filesQuotaMb: values.FILES_QUOTA_MB,
  roomsPerPlant: values.ROOMS_PER_PLANT,
  restoreDays: values.RESTORE_DAYS,
  drainSeconds: values.DRAIN_SECONDS,
  retentionMonths: {
    accessLog: values.KEEP_ACCESS_LOG_MONTHS,
    audit: values.KEEP_AUDIT_MONTHS,
    commands: values.KEEP_COMMANDS_MONTHS,
    deletedLogbook: values.KEEP_DELETED_LOGBOOK_MONTHS,
    energy: values.KEEP_ENERGY_MONTHS,
    lampHistory: values.KEEP_LAMP_HISTORY_MONTHS,
    telemetry: values.KEEP_TELEMETRY_MONTHS,
    mail: values.KEEP_MAIL_MONTHS,
    securityLog: values.KEEP_SECURITY_LOG_MONTHS,
  },
  logLevel: values.LOG_LEVEL,
  supportEmail: values.SUPPORT_EMAIL,
  supportPhone: values.SUPPORT_PHONE ?? null,
  enrolmentWindowS: values.ENROLMENT_WINDOW_S,
  limits: limitsOf(values),
  privateReceivers: values.PRIVATE_RECEIVERS === 'true',
  trustProxy: values.TRUST_PROXY,
  databaseUrl: values.DATABASE_URL,
  databaseListenUrl: values.DATABASE_LISTEN_URL,
  databasePool: values.DATABASE_POOL,
  mqttUrl: values.MQTT_URL,
  mqttPassword: values.MQTT_PASSWORD,
  mqttLinkTls: mqttLinkTlsOf(values),
  publicUrl: values.PUBLIC_URL,
})

/** Storage settings of an installation, for commands run outside of the server; throws {@link ConfigError}. */
export const storageConfig = (environment: Environment): StorageConfig => {
  const values = read(storage, environment, storageRules)
  return { ...storageOf(values), databaseUrl: values.DATABASE_URL }
}

const links = z.object({
  PORT: port.default(8080),
  DATABASE_URL: postgresqlUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  PUBLIC_URL: publicUrl.optional(),
})

/** Settings for commands with links; throws {@link ConfigError}. Only a demo has a default address. */
export const linkConfig = (environment: Environment): { publicUrl: string; sendsMails: boolean } => {
  const { PORT, DATABASE_URL, SMTP_URL, PUBLIC_URL } = read(links, environment, { known: knownNames, groups: [] })
  if (!PUBLIC_URL && (DATABASE_URL || SMTP_URL)) throw new ConfigError([missing('PUBLIC_URL')])
  return { publicUrl: PUBLIC_URL ?? `http://localhost:${PORT}`, sendsMails: SMTP_URL !== undefined }
}

/** Variables without effect in this mode whose names begin like a setting. */
export const listUnused = (environment: Environment, mode: Config['mode']): string[] =>
  listUnusedVariables(environment, new Set(Object.keys((mode === 'demo' ? demo : production).shape)))

/** Reads the configuration of the production server, or throws {@link ConfigError}. */
export const productionConfig = (environment: Environment): Config => {
  const values = read(production, environment, rules)
  return {
    ...commonOf(values),
    mode: 'production',
    mqttPort: 0,
    mqttTls: undefined,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    authSecret: values.AUTH_SECRET,
    unitFactoryKey: values.UNIT_FACTORY_KEY,
    demoSpeed: 1,
  }
}

/** Reads the configuration of the demo, which needs none. Its secrets are generated at the first start and saved. */
export const demoConfig = (environment: Environment): Config => {
  const values = read(demo, environment, demoRules)
  return {
    ...commonOf(values),
    mode: 'demo',
    mqttPort: values.MQTT_PORT,
    mqttTls: brokerTlsOf(values),
    smtpUrl: undefined,
    mailFrom: 'Vigilux <no-reply@vigilux.test>',
    authSecret: undefined,
    unitFactoryKey: undefined,
    demoSpeed: values.DEMO_SPEED,
  }
}
