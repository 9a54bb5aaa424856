// `npm run pack-client [-- FOLDER]`: builds the client as a package of its own in client/dist or the folder, with the
// types of the contract inside.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const dist = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'))
const types = join(dist, 'types')

rmSync(dist, { recursive: true, force: true })
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: dist,
    target: 'es2022',
    minify: false,
    lib: { entry: join(import.meta.dirname, 'src/index.ts'), formats: ['es'], fileName: 'index' },
  },
})

const { status } = spawnSync('tsc', ['-p', join(import.meta.dirname, 'tsconfig.pack.json'), '--outDir', types], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)

/** Addresses within the package in place of the names of workspaces and of sources. */
const packedSpecifier = (file, specifier) => {
  const source = specifier.replace(/^@vigilux\/(\w+)\//, (_, workspace) => join(types, workspace, 'src/'))
  const path = source === specifier ? specifier : relative(dirname(file), source)
  return (path.startsWith('.') ? path : `./${path}`).replace(/\.ts$/, '.js')
}
for (const file of globSync(join(types, '**/*.d.ts')))
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replaceAll(
      /(?<=(?:from |import\()["'])(@vigilux\/[^"']+|\.[^"']+\.ts)(?=["'])/g,
      (specifier) => packedSpecifier(file, specifier),
    ),
  )

const manifest = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
const { name, version, description, license, type, sideEffects } = manifest('client')
writeFileSync(
  join(dist, 'package.json'),
  JSON.stringify(
    {
      name,
      version,
      description,
      license,
      type,
      sideEffects,
      exports: { '.': { types: './types/client/src/index.d.ts', default: './index.js' } },
      dependencies: { zod: manifest('contract').dependencies.zod },
    },
    null,
    2,
  ),
)
for (const file of ['client/README.md', 'client/example.ts', 'LICENSE', 'NOTICE'])
  cpSync(join(root, file), join(dist, file.split('/').at(-1) ?? file))
