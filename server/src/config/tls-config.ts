import type { z } from 'zod'
import { type Environment, type Group, type Issue, pemFile } from './environment.ts'

/** Certificates (PEM) of the server's own links to the database and the broker. */

export const linkTlsVariables = {
  DATABASE_CA_FILE: pemFile.optional(),
  DATABASE_CERT_FILE: pemFile.optional(),
  DATABASE_KEY_FILE: pemFile.optional(),
  MQTT_CA_FILE: pemFile.optional(),
  MQTT_CERT_FILE: pemFile.optional(),
  MQTT_KEY_FILE: pemFile.optional(),
}

export const linkTlsGroups: Group[] = [
  ['DATABASE_CERT_FILE', 'DATABASE_KEY_FILE'],
  ['MQTT_CERT_FILE', 'MQTT_KEY_FILE'],
]

/** Authority that the link trusts instead of the public ones, and the certificate with which the server signs in. */
export type LinkTls = { ca?: string; cert?: string; key?: string }

const linkTlsOf = (ca?: string, cert?: string, key?: string): LinkTls | undefined =>
  ca || cert ? { ...(ca && { ca }), ...(cert && key && { cert, key }) } : undefined

type Values = z.output<z.ZodObject<typeof linkTlsVariables>>

export const databaseTlsOf = (values: Values): LinkTls | undefined =>
  linkTlsOf(values.DATABASE_CA_FILE, values.DATABASE_CERT_FILE, values.DATABASE_KEY_FILE)

export const mqttLinkTlsOf = (values: Values): LinkTls | undefined =>
  linkTlsOf(values.MQTT_CA_FILE, values.MQTT_CERT_FILE, values.MQTT_KEY_FILE)

/** Certificates that would have no effect: an operator would assume TLS without having it. */
export const checkLinkTls = (values: Environment): Issue[] => {
  const isSet = (prefix: string) => Boolean(values[`${prefix}_CA_FILE`] ?? values[`${prefix}_CERT_FILE`])
  const issues: Issue[] = []
  const { MQTT_URL: mqttUrl = '' } = values
  if (isSet('MQTT') && !/^(mqtts|wss):/.test(mqttUrl))
    issues.push({
      path: ['MQTT_URL'],
      message: 'has to begin with mqtts:// or wss:// for MQTT_CA_FILE and MQTT_CERT_FILE',
    })
  for (const name of ['DATABASE_URL', 'DATABASE_LISTEN_URL']) {
    const parameters = URL.parse(values[name] ?? '')?.searchParams ?? new URLSearchParams()
    const ssl = [...parameters.keys()].find((parameter) => /^(ssl|uselibpqcompat)/.test(parameter))
    if (isSet('DATABASE') && ssl)
      issues.push({ path: [name], message: `may not have ${ssl} beside DATABASE_CA_FILE and DATABASE_CERT_FILE` })
  }
  return issues
}
