import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notifySystemd } from './systemd.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigilux-notify-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const installProgram = (script: string): void => {
  const path = join(folder, 'systemd-notify')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  vi.stubEnv('PATH', `${folder}:/bin:/usr/bin`)
}
const said = (): string => readFileSync(join(folder, 'said'), 'utf8')

test('systemd is notified through its socket', async () => {
  installProgram(`echo "$NOTIFY_SOCKET $*" >> ${folder}/said`)
  vi.stubEnv('NOTIFY_SOCKET', '/run/notify')
  const failed = vi.fn()
  await notifySystemd('ready', failed)
  await notifySystemd('stopping', failed)
  expect(said()).toBe('/run/notify --ready\n/run/notify --stopping\n')
  expect(failed).not.toHaveBeenCalled()
})

test('without systemd nothing is started', async () => {
  installProgram(`touch ${folder}/said`)
  vi.stubEnv('NOTIFY_SOCKET', '')
  await notifySystemd('ready', vi.fn())
  expect(said).toThrow('ENOENT')
})

test('a failure is reported and ends nothing', async () => {
  installProgram('exit 3')
  vi.stubEnv('NOTIFY_SOCKET', '/run/notify')
  const failed = vi.fn()
  await notifySystemd('ready', failed)
  expect(failed).toHaveBeenCalledOnce()
})
