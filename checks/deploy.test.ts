import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { productionConfig } from '../server/src/config/config.ts'
import { readSource, repositoryFiles, root } from './sources.ts'

/** Deployment files name existing files, set known variables of the server, and run it with the same options. */

const settings = new Set(
  ['config', 'limits-config', 'metrics-config', 'tls-config'].flatMap((name) =>
    [...readSource(`server/src/config/${name}.ts`).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
      ([, found]) => `${found}`,
    ),
  ),
)

type Service = {
  image?: string
  command?: string[]
  environment?: Record<string, string>
  env_file?: string[]
  volumes?: string[]
  networks?: string[]
  ports?: string[]
  read_only?: boolean
}
type Compose = { services: Record<string, Service>; volumes: Record<string, null>; networks: Record<string, unknown> }
const compose = parse(readSource('deploy/compose.yaml'), { merge: true }) as Compose
const { server, 'broker-files': brokerFiles, broker, proxy } = compose.services
const example = Object.fromEntries(
  [...readSource('deploy/.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    `${name}`,
    `${value}`,
  ]),
)
const filledExample = Object.fromEntries(
  Object.entries(example).map(([name, value]) => [name, value || 'x'.repeat(48)]),
)

const dockerfile = readSource('deploy/Dockerfile')
const bridgeDockerfile = readSource('deploy/bridge.Dockerfile')
const linesOf = (path: string): string[] =>
  readSource(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
const unitLines = linesOf('deploy/vigilux.service')
const bridgeLines = linesOf('deploy/vigilux-bridge.service')
const outwardLines = linesOf('deploy/vigilux-outward.service')
const settingsIn = (path: string) =>
  new Set([...readSource(path).matchAll(/env\.((?:BRIDGE|OUTWARD)_[A-Z_]+)/g)].map(([, name]) => `${name}`))
const bridgeSettings = settingsIn('bridge/src/settings.ts')
const outwardSettings = settingsIn('bridge/src/outward/outward-settings.ts')

test('the compose file passes on every setting, and adds only known ones', () => {
  const { environment = {} } = server ?? {}
  expect(server?.env_file).toEqual(['.env'])
  expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([])
  const filledEnvironment = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{([A-Z_]+):\?\}/g, (_, variable: string) => filledExample[variable] ?? ''),
    ]),
  )
  const { POSTGRES_PASSWORD: _, ...ofServer } = filledExample
  expect(productionConfig({ ...ofServer, ...filledEnvironment })).toMatchObject({
    mode: 'production',
    mqttUrl: 'mqtt://broker:1884',
    trustProxy: 1,
  })
})

test('the example sets what the compose file does not', () => {
  const required = [...readSource('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name]) => `${name}`)
  expect([...new Set(required)].filter((name) => !(name in example))).toEqual([])
  const unused = Object.keys(example).filter((name) => !required.includes(name) && !settings.has(name))
  expect(unused).toEqual([])
  expect(Object.keys(example).filter((name) => name in (server?.environment ?? {}))).toEqual([])
})

test('the compose file mounts files that exist or that the operator makes, and declares its volumes', () => {
  const made = ['./units.txt', './tls']
  const sources = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0] ?? ''),
  )
  const files = sources.filter((source) => source.startsWith('.') && !made.includes(source))
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((path) => !existsSync(join(root, 'deploy', path)))).toEqual([])
  expect([...new Set(sources.filter((source) => !source.startsWith('.')))].sort()).toEqual(
    Object.keys(compose.volumes).sort(),
  )
})

test('Mosquitto reads the files where its command writes them, and only TLS is reachable from outside', () => {
  const option = (name: string) => brokerFiles?.command?.find((one) => one.startsWith(`--${name}=`))?.split('=')[1]
  expect(brokerFiles?.volumes).toContain(`broker-files:${option('folder')}`)
  expect(broker?.volumes).toContain(`broker-files:${option('folder')}:ro`)
  expect(broker?.volumes).toContain(`broker:${option('data')}`)
  expect(broker?.command).toEqual(['mosquitto', '-c', `${option('folder')}/mosquitto.conf`])
  expect(dockerfile).toContain(`install -d -o 1883 -g 1883 ${option('folder')}`)
  const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports)
  expect(published).toEqual(['8883:8883', '80:80', '443:443'])
  expect(server?.read_only).toBe(true)
  expect(proxy?.networks).toEqual(['front'])
})

test.each([
  ['deploy/Dockerfile', dockerfile],
  ['deploy/bridge.Dockerfile', bridgeDockerfile],
])('the image of %s copies and starts only existing files', (_, text) => {
  const files = repositoryFiles()
  const copiedPaths = [...text.matchAll(/^COPY --from=build .*? \/app\/(\S+)/gm)].map(([, path]) => `${path}`)
  const builtPaths = ['node_modules', 'web/dist']
  expect(copiedPaths.length).toBeGreaterThan(4)
  expect(
    copiedPaths.filter(
      (path) => !builtPaths.includes(path) && !files.some((file) => file === path || file.startsWith(`${path}/`)),
    ),
  ).toEqual([])
  const instructions = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^\S/.test(line) && !line.startsWith('#'))
  const instruction = /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|CMD) /
  expect(instructions.filter((line) => !instruction.test(line))).toEqual([])
})

test.each([
  ['deploy/Dockerfile', dockerfile],
  ['deploy/bridge.Dockerfile', bridgeDockerfile],
])('the image of %s is made of the Node of the lockfile, pinned by digest, and does not run as root', (_, text) => {
  const { packages } = JSON.parse(readSource('package-lock.json')) as { packages: Record<string, { version: string }> }
  const base = `node:${packages['node_modules/node']?.version}-bookworm-slim`
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => `${image}`)
  expect(bases).toHaveLength(2)
  expect(bases.filter((image) => !new RegExp(`^${base}@sha256:[0-9a-f]{64}$`).test(image))).toEqual([])
  expect(/^USER (\S+)$/m.exec(text)?.[1]).toBe('node')
})

test('npm, image and systemd unit start the server with the same memory settings', () => {
  const start = readSource('scripts/start.mjs')
  const flags = [...(/frugalNode = \[(.*)\]/.exec(start)?.[1] ?? '').matchAll(/'(.+?)'/g)].map(([, flag]) => `${flag}`)
  const variables = [...(/frugalMalloc = \{(.*)\}/.exec(start)?.[1] ?? '').matchAll(/(\w+): '(.+?)'/g)].map(
    ([, name, value]) => `${name}=${value}`,
  )
  expect(flags.length + variables.length).toBe(6)
  const main = 'server/src/bin/main.ts'
  const command = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
  expect(command).toEqual(['node', ...flags, main])
  expect(unitLines).toContain(`ExecStart=/opt/vigilux/node_modules/.bin/node ${flags.join(' ')} ${main}`)
  expect(unitLines).toContain(`Environment=${variables.join(' ')}`)
  expect(dockerfile).toContain(`  ${variables.join(' ')}\n`)
})

test('npm, image and systemd unit start the bridge with the memory settings of the server', () => {
  const [, command = ''] = /^CMD (.+)$/m.exec(dockerfile) ?? []
  const ofBridge = command.replace('server/src/bin/main.ts', 'bridge/src/main.ts')
  expect(bridgeDockerfile).toContain(`CMD ${ofBridge}\n`)
  const line = (JSON.parse(ofBridge) as string[]).join(' ')
  expect(bridgeLines).toContain(`ExecStart=/opt/vigilux/node_modules/.bin/${line}`)
  expect(outwardLines).toContain(`ExecStart=/opt/vigilux/node_modules/.bin/${line} outward`)
  const malloc = unitLines.find((one) => one.includes('MALLOC_'))
  expect(bridgeLines).toContain(malloc)
  expect(outwardLines).toContain(malloc)
  const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> }
  expect(scripts.bridge).toBe(line)
})

test.each([
  ['vigilux-bridge', bridgeLines, bridgeSettings],
  ['vigilux-outward', outwardLines, outwardSettings],
])('the systemd unit %s sets only known settings, and is hardened as the server', (_, lines, known) => {
  const set = lines.flatMap((line) => [...line.matchAll(/((?:BRIDGE|OUTWARD)_[A-Z_]+)=/g)].map(([, name]) => `${name}`))
  expect(set.length).toBeGreaterThan(0)
  expect(set.filter((name) => !known.has(name))).toEqual([])
  const hardening = (unit: readonly string[]) => unit.slice(unit.indexOf('NoNewPrivileges=yes'))
  expect(hardening(lines)).toEqual(hardening(unitLines))
})

test('the page about building systems sets only known settings, and the usage names them all', () => {
  const page = readSource('docs/building-systems.md')
  const named = [...page.matchAll(/OUTWARD_[A-Z_]+/g)].map(([name]) => name)
  expect(named.filter((name) => !outwardSettings.has(name))).toEqual([])
  const { usage } =
    /outwardUsage = `(?<usage>[^`]+)`/.exec(readSource('bridge/src/outward/outward-settings.ts'))?.groups ?? {}
  expect([...outwardSettings].filter((name) => !usage?.includes(name))).toEqual([])
})

test('the systemd unit has valid sections and sets only known settings', () => {
  expect(unitLines.filter((line) => !/^(\[(Unit|Service|Install)\]|[A-Z][A-Za-z]+=.*)$/.test(line))).toEqual([])
  const set = unitLines
    .filter((line) => line.startsWith('Environment='))
    .flatMap((line) => line.slice('Environment='.length).split(' '))
    .map((pair) => pair.split('=')[0] ?? '')
  expect(set.filter((name) => name !== 'NODE_ENV' && !name.startsWith('MALLOC_') && !settings.has(name))).toEqual([])
})

test
  .runIf(existsSync('/usr/bin/systemd-analyze'))
  .each(['vigilux.service', 'vigilux-bridge.service', 'vigilux-outward.service'])(
  '%s exposes at most 4 of 10',
  (unit) => {
    const args = ['security', '--offline=yes', '--threshold=40', join(root, 'deploy', unit)]
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(stdout).toMatch(/Overall exposure level/)
    expect(status).toBe(0)
  },
)

test('the operator command of an installation names every command', () => {
  const script = readSource('deploy/vigilux.sh')
  const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> }
  const commands = Object.entries(scripts)
    .filter(([, line]) => /^node .*server\/src\/bin\//.test(line))
    .map(([name]) => name)
  expect(commands.length).toBeGreaterThan(5)
  const named = /name a command: (.+)\}/.exec(script)?.[1]?.split(/, | or /) ?? []
  expect(named.filter((name) => name !== 'check-settings').sort()).toEqual(commands.sort())
})
