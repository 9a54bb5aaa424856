import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type UnitCredentials, unitPassword } from '@vigilux/device-plane/credentials.ts'
import { defaultBrokerLimits } from './embedded-broker.ts'
import { platformUser } from './topic-rights.ts'

/** Paths of PEM files. With `clientCa`, clients need a certificate of this authority. */
export type MosquittoTls = { cert: string; key: string; clientCa?: string }

export type MosquittoOptions = {
  folder: string
  /** Folder in which Mosquitto stores its sessions. */
  dataFolder: string
  /** Listener for units; an empty host means all addresses. */
  unitHost: string
  unitPort: number
  /** Listener for servers, separate because its client id differs from the user name. */
  platformHost: string
  platformPort: number
  /** Files of the certificate and its key, which make the units' listener use TLS. */
  tls?: MosquittoTls | undefined
  /** Files for a platform listener with TLS, such as `tls`. */
  platformTls?: MosquittoTls | undefined
  factoryKey: string
  platformPassword: string
  units: readonly string[]
  /** Units with revoked or renewed credentials. */
  credentials?: readonly UnitCredentials[]
}

/** Iterations as in `mosquitto_passwd`: a unit's password has 256 random bits, and needs no slow hash. */
const iterations = 101

/** A line of Mosquitto's password file: PBKDF2-SHA512, marked `$7$`. */
export const mosquittoPasswordLine = (user: string, password: string, salt: Buffer = randomBytes(12)): string => {
  const hash = pbkdf2Sync(password, salt, iterations, 64, 'sha512')
  return `${user}:$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}`
}

const platformAcl = (): string =>
  [
    `user ${platformUser}`,
    'topic read v1/+/up/#',
    'topic write v1/+/down/#',
    'topic readwrite bus/#',
    'topic read $SYS/broker/#',
    '',
  ].join('\n')

const rightsOf = (unit: string, rule: 'pattern' | 'topic'): string[] => [
  ...['online', 'shadow', 'state', 'telemetry', 'response', 'record'].map(
    (channel) => `${rule} write v1/${unit}/up/${channel}`,
  ),
  `${rule} read v1/${unit}/down/#`,
]

/**
 * With client certificates Mosquitto checks no password, and the user is the name in the certificate. Only listed units
 * have rights then, so a revoked unit has none.
 */
const unitAcl = (units: readonly string[], { tls }: MosquittoOptions): string => {
  const lines = tls?.clientCa
    ? units.flatMap((unit) => [`user ${unit}`, ...rightsOf(unit, 'topic')])
    : rightsOf('%u', 'pattern')
  return `${lines.join('\n')}\n`
}

/** Each listener has its own users and rights: the platform's password is useless at the units' listener. */
const accessOf = (o: MosquittoOptions, listener: 'units' | 'platform'): string => `allow_anonymous false
password_file ${join(o.folder, `passwords-${listener}`)}
acl_file ${join(o.folder, `acl-${listener}`)}
`

const tlsLines = (tls: MosquittoTls | undefined): string =>
  tls
    ? `certfile ${tls.cert}
keyfile ${tls.key}
tls_version tlsv1.2
${tls.clientCa ? `cafile ${tls.clientCa}\nrequire_certificate true\n` : ''}`
    : ''

const listenerLine = (port: number, host: string): string => `listener ${port} ${host}`.trimEnd()

const confOf = (o: MosquittoOptions): string => `per_listener_settings true
persistence true
persistence_location ${o.dataFolder}/
autosave_interval 60
persistent_client_expiration 30d
max_packet_size ${defaultBrokerLimits.maxPacketBytes}
max_keepalive ${defaultBrokerLimits.maxKeepaliveS}
# The default of 1000 silently drops acknowledged messages while the server is slow.
max_queued_messages 100000
max_queued_bytes 268435456
max_inflight_messages 100
set_tcp_nodelay true
sys_interval 10
log_dest stdout
# The platform counts refused logins.
log_dest topic
log_type error
log_type warning
log_type notice

${listenerLine(o.platformPort, o.platformHost)}
${accessOf(o, 'platform')}${tlsLines(o.platformTls)}
${listenerLine(o.unitPort, o.unitHost)}
${accessOf(o, 'units')}${tlsLines(o.tls)}${o.tls?.clientCa ? 'use_identity_as_username true\n' : ''}max_connections ${defaultBrokerLimits.maxConnections}
# A unit cannot take another unit's session.
use_username_as_clientid true
`

/** Writes Mosquitto's configuration as the broker of the given units; returns its path. */
export const writeMosquittoFiles = async (options: MosquittoOptions): Promise<string> => {
  await mkdir(options.folder, { recursive: true })
  const credentialsByUnit = new Map(options.credentials?.map((one) => [one.unit, one]))
  const units = options.units.filter((unit) => !credentialsByUnit.get(unit)?.isRevoked)
  const passwords = units.map((unit) =>
    mosquittoPasswordLine(unit, unitPassword(options.factoryKey, unit, credentialsByUnit.get(unit)?.generation)),
  )
  const write = async (name: string, content: string, mode: number): Promise<string> => {
    const path = join(options.folder, name)
    await writeFile(path, content, { mode })
    await chmod(path, mode)
    return path
  }
  await write('passwords-units', `${passwords.join('\n')}\n`, 0o640)
  await write('passwords-platform', `${mosquittoPasswordLine(platformUser, options.platformPassword)}\n`, 0o640)
  await write('acl-units', unitAcl(units, options), 0o640)
  await write('acl-platform', platformAcl(), 0o640)
  return write('mosquitto.conf', confOf(options), 0o644)
}
