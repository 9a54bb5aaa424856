// `npm run lockfile`, after a new or raised dependency: npm omits packages for other platforms from the lockfile, and
// `npm ci` then refuses. This adds them by version, hash, operating system and processor.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32']

/** The hash published by the registry. @type {(name: string, version: string) => string} */
const integrityOf = (name, version) => {
  const integrity = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' }).trim()
  if (!integrity.startsWith('sha512-')) throw new Error(`The registry has no hash of ${name} ${version}`)
  return integrity
}

/** @type {(name: string, version: string) => object} */
const entryOf = (name, version) => {
  const parts = name.split(/[-/]/)
  const os = systems.filter((system) => parts.includes(system))
  const cpu = processors.filter((processor) => parts.includes(processor))
  const libc = parts.some((part) => part.startsWith('musl')) ? ['musl'] : parts.includes('gnu') ? ['glibc'] : []
  if (os.length + cpu.length === 0)
    throw new Error(`The platform of ${name} is not in its name: complete the lockfile by hand`)
  return {
    version,
    integrity: integrityOf(name, version),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(os.includes('linux') && libc.length > 0 ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  }
}

const path = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const addedPackages = []
for (const [parent, { optionalDependencies = {} }] of Object.entries(lock.packages))
  for (const [name, range] of Object.entries(optionalDependencies)) {
    const places = [`${parent}/node_modules/${name}`, `node_modules/${name}`]
    if (places.some((place) => lock.packages[place])) continue
    const version = /** @type {string} */ (range).replace(/^[\^~]/, '')
    lock.packages[`node_modules/${name}`] = entryOf(name, version)
    addedPackages.push(`${name} ${version}`)
  }
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
if (addedPackages.length > 0)
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
console.log(addedPackages.length > 0 ? `Added ${addedPackages.join(', ')}` : 'The lockfile is complete.')
