import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

const complete = {
  DATABASE_URL: 'postgres://db.vigilux.test/vigilux',
  MQTT_URL: 'mqtt://broker.vigilux.test',
  MQTT_PASSWORD: 'secret',
  SMTP_URL: 'smtp://mail.vigilux.test',
  MAIL_FROM: 'no-reply@vigilux.test',
  PUBLIC_URL: 'https://vigilux.test',
  AUTH_SECRET: 'a'.repeat(32),
  UNIT_FACTORY_KEY: 'b'.repeat(32),
  SUPPORT_EMAIL: 'support@vigilux.test',
}

const run = (environment: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', env: { PATH: process.env.PATH, ...environment } })

test('wrong settings end the start with one line each', () => {
  const { status, stderr } = run({ ...complete, AUTH_SECRET: '', LOG_LEVL: 'info' })
  expect(status).toBe(2)
  expect(stderr).toContain(
    '  AUTH_SECRET is required but not set\n  LOG_LEVL: is not a setting; did you mean LOG_LEVEL?\n',
  )
})

test('--check reads the settings and starts nothing', () => {
  expect(run(complete, '--check')).toMatchObject({ status: 0, stdout: 'The settings are complete.\n' })
  expect(run({ ...complete, MQTT_HOST: 'a' }, '--check').stdout).toContain(
    'Without effect, because they are not settings: MQTT_HOST\n',
  )
  expect(run({}, '--check')).toMatchObject({ status: 2, stdout: '' })
})

test('a production without a built web client does not start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-not-built-'))
  const source = join(folder, 'server/src')
  mkdirSync(join(source, 'bin'), { recursive: true })
  symlinkSync(fileURLToPath(new URL('../config', import.meta.url)), join(source, 'config'))
  symlinkSync(main, join(source, 'bin/main.ts'))
  const options = { encoding: 'utf8', env: { PATH: process.env.PATH, ...complete } } as const
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--preserve-symlinks-main', join(source, 'bin/main.ts')],
    options,
  )
  rmSync(folder, { recursive: true })
  expect(status).toBe(2)
  expect(stderr).toMatch(/^The web client is not built .*: run npm run build/)
})

test('the settings are read before the product is loaded', () => {
  const imports = [...readFileSync(main, 'utf8').matchAll(/^import .* from '([^']+)'/gm)].map(([, path]) => `${path}`)
  expect(imports.filter((path) => !path.startsWith('node:'))).toEqual(['../config/config.ts'])
})
