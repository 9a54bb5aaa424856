import type { z } from 'zod'
import { type Environment, type Group, type Issue, pemFile } from './environment.ts'

/** Certificates (PEM) of the server's own links to the database and the broker. */

export const databaseTlsVariables = {
  DATABASE_CA_FILE: pemFile.optional(),
  DATABASE_CERT_FILE: pemFile.optional(),
  DATABASE_KEY_FILE: pemFile.optional(),
}

export const mqttTlsVariables = {
  MQTT_CA_FILE: pemFile.optional(),
  MQTT_CERT_FILE: pemFile.optional(),
  MQTT_KEY_FILE: pemFile.optional(),
}

export const databaseTlsGroup: Group = ['DATABASE_CERT_FILE', 'DATABASE_KEY_FILE']
export const mqttTlsGroup: Group = ['MQTT_CERT_FILE', 'MQTT_KEY_FILE']

/** Authority trusted by the link instead of the public ones, and the server's client certificate. */
export type LinkTls = { ca?: string; cert?: string; key?: string }

const linkTlsOf = (ca?: string, cert?: string, key?: string): LinkTls | undefined =>
  ca || cert ? { ...(ca && { ca }), ...(cert && key && { cert, key }) } : undefined

export const databaseTlsOf = (values: z.output<z.ZodObject<typeof databaseTlsVariables>>): LinkTls | undefined =>
  linkTlsOf(values.DATABASE_CA_FILE, values.DATABASE_CERT_FILE, values.DATABASE_KEY_FILE)

export const mqttLinkTlsOf = (values: z.output<z.ZodObject<typeof mqttTlsVariables>>): LinkTls | undefined =>
  linkTlsOf(values.MQTT_CA_FILE, values.MQTT_CERT_FILE, values.MQTT_KEY_FILE)

// Certificates without effect are refused: an operator would assume TLS without having it.

const isSet = (values: Environment, link: 'DATABASE' | 'MQTT'): boolean =>
  Boolean(values[`${link}_CA_FILE`] ?? values[`${link}_CERT_FILE`])

export const checkMqttTls = (values: Environment): Issue[] => {
  if (!isSet(values, 'MQTT') || /^(mqtts|wss):/.test(values.MQTT_URL ?? '')) return []
  const message = 'must begin with mqtts:// or wss:// for MQTT_CA_FILE and MQTT_CERT_FILE'
  return [{ path: ['MQTT_URL'], message }]
}

export const checkDatabaseTls = (values: Environment): Issue[] => {
  if (!isSet(values, 'DATABASE')) return []
  return ['DATABASE_URL', 'DATABASE_LISTEN_URL'].flatMap((name) => {
    const parameters = URL.parse(values[name] ?? '')?.searchParams ?? new URLSearchParams()
    const ssl = [...parameters.keys()].find((parameter) => /^(ssl|uselibpqcompat)/.test(parameter))
    const message = `must not contain ${ssl} together with DATABASE_CA_FILE or DATABASE_CERT_FILE`
    return ssl ? [{ path: [name], message }] : []
  })
}
