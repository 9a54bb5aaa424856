import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, storageConfig } from './config.ts'
import { type Environment, missing, withSecretFiles } from './environment.ts'

export type Secrets = { authSecret: string; unitFactoryKey: string; mqttPassword: string }

const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json')

/** The configured secrets; a demo generates its own at first start and saves them with its data. */
export const secretsOf = (config: Config): Secrets => {
  const { authSecret, unitFactoryKey, mqttPassword } = config
  if (authSecret && unitFactoryKey && mqttPassword) return { authSecret, unitFactoryKey, mqttPassword }
  const path = secretsFile(config.dataDir)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Secrets
  const newSecret = () => randomBytes(32).toString('base64url')
  const newSecrets = { authSecret: newSecret(), unitFactoryKey: newSecret(), mqttPassword: mqttPassword ?? newSecret() }
  writeFileSync(path, JSON.stringify(newSecrets), { mode: 0o600 })
  return newSecrets
}

const savedAs = {
  AUTH_SECRET: 'authSecret',
  MQTT_PASSWORD: 'mqttPassword',
  UNIT_FACTORY_KEY: 'unitFactoryKey',
} as const

/** One secret for an operator's command: from the environment, or from the demo's data. */
export const installedSecret = (environment: Environment, name: keyof typeof savedAs): string => {
  const { values, issues } = withSecretFiles(environment, [name])
  if (issues.length > 0) throw new ConfigError(issues)
  const configured = values[name]
  if (configured) return configured
  const path = secretsFile(storageConfig(environment).dataDir)
  if (!existsSync(path)) throw new ConfigError([missing(name)])
  const saved = JSON.parse(readFileSync(path, 'utf8')) as Secrets
  return saved[savedAs[name]]
}
