import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** External programs for some suites. */
type Tool = { program: string; packages: string[]; folders: string[]; neededBy: RegExp }

const tools = (): Tool[] => [
  {
    program: 'initdb',
    packages: ['postgresql-15'],
    folders: ['/usr/lib/postgresql/15/bin'],
    neededBy: /postgresql-15/,
  },
  { program: 'mosquitto', packages: ['mosquitto'], folders: ['/usr/sbin'], neededBy: /mosquitto|^building/ },
  { program: 'mosquitto_pub', packages: ['mosquitto-clients'], folders: ['/usr/bin'], neededBy: /^system-/ },
  { program: 'faketime', packages: ['faketime'], folders: ['/usr/bin'], neededBy: /^torture/ },
  { program: 'openssl', packages: ['openssl'], folders: ['/usr/bin'], neededBy: /^(broker|unit)/ },
  { program: 'python3', packages: ['python3'], folders: ['/usr/bin'], neededBy: /^unit/ },
  // A module of Python in this folder.
  {
    program: 'paho',
    packages: ['python3-paho-mqtt'],
    folders: ['/usr/lib/python3/dist-packages'],
    neededBy: /^system-embedded/,
  },
  { program: 'ps', packages: ['procps'], folders: ['/usr/bin', '/bin'], neededBy: /^(server|system)/ },
  { program: 'chromium', packages: ['chromium'], folders: ['/usr/bin'], neededBy: /^journeys/ },
  {
    program: 'chromium-headless-shell',
    packages: ['chromium-headless-shell'],
    folders: ['/usr/bin'],
    neededBy: /^journeys/,
  },
  { program: 'prometheus', packages: ['prometheus'], folders: ['/usr/bin'], neededBy: /^monitoring/ },
  {
    program: 'mbpoll',
    packages: ['mbpoll', 'python3-pymodbus', 'python3-serial-asyncio'],
    folders: ['/usr/bin'],
    neededBy: /^building-systems/,
  },
  { program: 'tshark', packages: ['tshark'], folders: ['/usr/bin'], neededBy: /^building-systems/ },
  { program: 'qpdf', packages: ['qpdf'], folders: [], neededBy: /^(pdf|system|journeys)/ },
  { program: 'pdftotext', packages: ['poppler-utils'], folders: [], neededBy: /^(pdf|system|journeys)/ },
]

const isPresent = ({ program, folders }: Tool): boolean =>
  [...folders, ...(process.env.PATH ?? '').split(delimiter)].some((folder) => existsSync(join(folder, program)))

const missingTools = (): Tool[] => tools().filter((tool) => !isPresent(tool))

/** Debian starts a service when it is installed; the tests start their own, so nothing else may occupy their ports. */
const withoutStartingServices = (work: () => void): void => {
  const policy = '/usr/sbin/policy-rc.d'
  const isOwnPolicy = !existsSync(policy)
  if (isOwnPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    work()
  } finally {
    if (isOwnPolicy) rmSync(policy)
  }
}

const installPackages = (packages: string[]): void => {
  console.log(`Installing ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-q', '-y', ...args], { env, stdio: 'inherit' })
  withoutStartingServices(() => {
    apt('update')
    apt('install', '--no-install-recommends', ...packages)
  })
}

/** Installs missing programs where possible; reports those still missing and their suites. */
export const provideTools = (suites: readonly string[]): Map<string, string[]> => {
  const isNeeded = ({ neededBy }: Tool) => suites.some((suite) => neededBy.test(suite))
  const packages = missingTools()
    .filter(isNeeded)
    .flatMap((tool) => tool.packages)
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (packages.length > 0 && canInstall) installPackages(packages)
  const neededTools = missingTools().filter(isNeeded)
  return new Map(
    suites
      .map((suite): [string, string[]] => [
        suite,
        neededTools.filter(({ neededBy }) => neededBy.test(suite)).map(({ program }) => program),
      ])
      .filter(([, programs]) => programs.length > 0),
  )
}
