import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource, repositoryFiles, root } from './sources.ts'

/** A feature is one noun with one folder name everywhere. */

const foldersIn = (path: string): string[] =>
  existsSync(join(root, path))
    ? readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : []

const contract = foldersIn('contract/src/features')
const server = foldersIn('server/src/features')
const web = foldersIn('web/src/features')

/** Features on one side only, each with its reason. */
const onServerOnly: Record<string, string> = {
  installation: 'Restores are noticed by the server itself; what follows is in the logbook.',
  mails: 'They are sent for other features; nobody asks for one.',
}

test('each feature of the contract has a server feature', () => {
  expect(contract.length).toBeGreaterThan(5)
  expect(contract.filter((name) => !server.includes(name))).toEqual([])
})

test('the server has no features beyond the contract, except listed ones', () => {
  expect(server.filter((name) => !contract.includes(name)).sort()).toEqual(Object.keys(onServerOnly).sort())
})

/** Web folders with a different name, each with its reason. */
const onWebOnly: Record<string, string> = {
  outbox: 'What waits on a device: sent by the actions of other features, of which each knows its own refusals.',
  legal: 'Terms of use and privacy: texts alone, which no action brings.',
  people:
    'Members over several plants, and what their roles may: pages of members with words that others need not fetch.',
  support: 'Questions and answers: texts alone, which no action brings.',
  'plant-overview': 'One page that shows a plant whole; what it shows comes from plants, central-units and overview.',
}

test('the web client has no features beyond the contract, except listed ones', () => {
  expect(web.filter((name) => !contract.includes(name) && !(name in onWebOnly))).toEqual([])
})

/** Handlers outside the feature that declares their action, each with the reason. */
const handledElsewhere: Record<string, string> = {
  'access-tokens/access-tokens.handlers.ts': 'The data of an account include its access tokens.',
}

test('an action is handled in the server feature of the name that declares it, except listed ones', () => {
  const prefix = 'server/src/features/'
  const handlerFiles = repositoryFiles().filter((path) => path.startsWith(prefix) && path.endsWith('.handlers.ts'))
  const elsewhere = handlerFiles.flatMap((path) => {
    const handlerFile = path.slice(prefix.length)
    const declaring = readSource(path).matchAll(/contract\/features\/([^/]+)\/[\w.-]+\.actions\.ts/g)
    return [...declaring].some(([, feature]) => !handlerFile.startsWith(`${feature}/`)) ? [handlerFile] : []
  })
  expect(handlerFiles.length).toBeGreaterThan(40)
  expect(elsewhere).toEqual(Object.keys(handledElsewhere))
})

test('only a `*.realtime.ts` of a feature declares patches of events', () => {
  const declaring = repositoryFiles().filter(
    (path) => path.startsWith('web/src/features/') && /: RealtimePatches = /.test(readSource(path)),
  )
  expect(declaring.length).toBeGreaterThan(30)
  expect(declaring.filter((path) => !path.endsWith('.realtime.ts'))).toEqual([])
})
