import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

export type Secrets = { authSecret: string; unitFactoryKey: string; mqttPassword: string }

/** The configured secrets, or those that the demo generates at its first start and saves with its data. */
export const secretsOf = (config: Config): Secrets => {
  const { authSecret, unitFactoryKey, mqttPassword } = config
  if (authSecret && unitFactoryKey && mqttPassword) return { authSecret, unitFactoryKey, mqttPassword }
  const path = join(config.dataDir, 'secrets.json')
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Secrets
  const newSecret = () => randomBytes(32).toString('base64url')
  const newSecrets = { authSecret: newSecret(), unitFactoryKey: newSecret(), mqttPassword: mqttPassword ?? newSecret() }
  writeFileSync(path, JSON.stringify(newSecrets), { mode: 0o600 })
  return newSecrets
}
