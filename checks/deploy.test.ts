import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { productionConfig } from '../server/src/config/config.ts'
import { readSource, repositoryFiles } from './sources.ts'

/** Deployment files name existing files, and set variables that the server reads. */

const settings = new Set(
  [...readSource('server/src/config/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => `${name}`),
)

type Compose = { services: Record<string, { environment?: Record<string, string>; build?: { dockerfile: string } }> }
const compose = parse(readSource('deploy/compose.yaml')) as Compose
const example = Object.fromEntries(
  [...readSource('deploy/.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    `${name}`,
    `${value}`,
  ]),
)

test('the compose file sets the required settings and no unknown ones', () => {
  const environment = compose.services.server?.environment ?? {}
  expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([])
  const filledEnvironment = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{([A-Z_]+):\?\}/g, (_, variable: string) => example[variable] || 'x'.repeat(48)),
    ]),
  )
  expect(productionConfig(filledEnvironment)).toMatchObject({ mode: 'production', mqttUrl: 'mqtt://broker:1884' })
})

test('the example secrets name exactly the variables of the compose file', () => {
  const requiredVariables = [...readSource('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+):\?\}/g)].map(
    ([, name]) => `${name}`,
  )
  expect(Object.keys(example).sort()).toEqual([...new Set(requiredVariables)].sort())
})

test('the image copies and starts only existing files', () => {
  const dockerfile = readSource('deploy/Dockerfile')
  const files = repositoryFiles()
  const copiedPaths = [...dockerfile.matchAll(/^COPY --from=build .*? \/app\/(\S+)/gm)].map(([, path]) => `${path}`)
  const builtPaths = ['node_modules', 'web/dist']
  expect(copiedPaths.length).toBeGreaterThan(4)
  expect(
    copiedPaths.filter(
      (path) => !builtPaths.includes(path) && !files.some((file) => file === path || file.startsWith(`${path}/`)),
    ),
  ).toEqual([])
  expect(dockerfile).toContain('CMD ["node", "server/src/bin/main.ts"]')
  const instructions = dockerfile
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^\S/.test(line) && !line.startsWith('#'))
  const instruction = /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|CMD) /
  expect(instructions.filter((line) => !instruction.test(line))).toEqual([])
})

test('the systemd unit has valid sections and sets only known settings', () => {
  const lines = readSource('deploy/vigilux.service')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines.filter((line) => !/^(\[(Unit|Service|Install)\]|[A-Z][A-Za-z]+=.+)$/.test(line))).toEqual([])
  const set = lines
    .filter((line) => line.startsWith('Environment='))
    .flatMap((line) => line.slice('Environment='.length).split(' '))
    .map((pair) => pair.split('=')[0] ?? '')
  expect(set.filter((name) => name !== 'NODE_ENV' && !settings.has(name))).toEqual([])
})
