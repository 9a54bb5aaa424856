import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import { errorStatus } from '@vigilux/contract/errors.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { requiredScope } from '@vigilux/contract/required-scope.ts'
import { callerNames, expectedRefusal } from '../checks/access.ts'
import { sampleInputs } from '../checks/sample-inputs.ts'
import { asyncApiDocument, type TypeExamples } from './async-api.ts'

/** Documents generated from the code. `npm run docs` writes them. */

type ApiTexts = {
  features: Record<string, string>
  calls: Record<string, { feature: string; summary: string; example?: object }>
}

const root = join(import.meta.dirname, '..')
const sourcesIn = (pattern: string): { path: string; text: string }[] =>
  globSync(pattern, { cwd: root })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Which caller may call which action. */
export const accessMatrix = (): string => {
  const names = (Object.keys(actions) as ActionName[]).sort()
  const lines = names.map((action) => {
    const declaration: ActionDeclaration = actions[action]
    const { permission, effect } = declaration
    const cells = callerNames.map((name) => (expectedRefusal(permission, name) === null ? 'yes' : '–'))
    return `| ${action} | ${permission} | ${effect} | ${cells.join(' | ')} | ${requiredScope(declaration) ?? '–'} |`
  })
  return [
    '# Access matrix',
    '',
    'Written by `npm run docs`. `checks/access-matrix.test.ts` tests each cell on the dispatcher.',
    '`checks/access-matrix.db.test.ts` tests each permission with real accounts and calls each action once.',
    'IA IS IR CO CS are the roles in the plant. AD and BA are administrators (BA outside the area), NM is no member,',
    'BU a basic account, SU suspended, UD without declarations of age and terms, OUT signed out. The last column is',
    'the scope that an access token needs, beside the permission of its maker; – is closed to tokens.',
    '`checks/token-scopes.test.ts` tests it.',
    '',
    `| action | permission | effect | ${callerNames.join(' | ')} | token |`,
    `|---|---|---|${callerNames.map(() => '---').join('|')}|---|`,
    ...lines,
    '',
  ].join('\n')
}

/** An entry of a table of actions or flows with its preceding comment. */
const entry = /(?:^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^ {2}'?([\w-]+)'?: /gm

const tablesOf = (source: string): string =>
  [...source.matchAll(/define(?:Actions|AuthFlows)\(\{\n([\s\S]*?)^\}\)/gm)].map(([, table = '']) => table).join('')

const firstSentence = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .trim()

/** The comment above a table of actions. */
const tableComment = /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const \w+ = defineActions\(/m

const featureOf = (path: string): string => path.split(sep)[3] ?? ''

/** Ids in the examples of the OpenAPI document. */
const exampleIds = {
  plantId: '2f1c7a52-6d0e-4f0b-9c3d-5b8e4a1f7c20',
  userId: '8a4d9e13-0b7c-4c55-a6f1-3d2e7b905c64',
  otherId: 'c5e07b9f-4a18-4d36-8e2b-91f6d3a87c05',
}

/** Comments and examples of the contract, which the OpenAPI document shows. */
export const apiTexts = (): ApiTexts => {
  const sources = sourcesIn('contract/src/features/*/{*.actions,auth-flows}.ts')
  const examples: Record<string, object> = sampleInputs(exampleIds)
  const calls = sources.flatMap(({ path, text }) =>
    [...tablesOf(text).matchAll(entry)].map(([, comment = '', name = '']) => ({
      name,
      feature: featureOf(path),
      comment,
    })),
  )
  return {
    features: Object.fromEntries(
      sources.flatMap(({ path, text }) => {
        const comment = tableComment.exec(text)?.[1]
        return comment === undefined ? [] : [[featureOf(path), firstSentence(comment)]]
      }),
    ),
    calls: Object.fromEntries(
      calls.map(({ name, feature, comment }) => {
        const example = examples[name]
        return [name, { feature, summary: firstSentence(comment), ...(example && { example }) }]
      }),
    ),
  }
}

type Texts = { errors?: Record<string, unknown> }

/** The English text of each error code, which the OpenAPI document uses as its description. */
export const errorMessages = (): Record<string, unknown> => {
  const textByCode = new Map(
    sourcesIn('web/src/**/locales/en.json').flatMap(({ text }) =>
      Object.entries((JSON.parse(text) as Texts).errors ?? {}),
    ),
  )
  return Object.fromEntries(
    Object.keys(errorStatus)
      .sort()
      .map((code) => [code, textByCode.get(code)]),
  )
}

type CommandFixture = { command: { name: string }; wire: unknown }

/** The unit protocol for programs, with the fixtures of each type as examples. The server sets its version. */
export const asyncApi = (): object => {
  const fixturesOf = (folder: string, name: string) =>
    JSON.parse(readFileSync(join(root, 'device-plane/src', folder, `fixtures/${name}.json`), 'utf8')) as unknown[]
  const wires = (fixtures: unknown[]) => (fixtures as { wire: unknown }[]).map(({ wire }) => wire)
  const examplesOf = (type: string): TypeExamples => {
    const folder = `central-units/${type}`
    const commands = fixturesOf(folder, 'commands') as CommandFixture[]
    return {
      shadow: wires(fixturesOf(folder, 'shadow')),
      state: wires(fixturesOf(folder, 'state')),
      records: fixturesOf(folder, 'records') as { kind: string; wire: unknown }[],
      commands: commands.map(({ command: { name }, wire }) => ({ name, wire })),
    }
  }
  return asyncApiDocument('0.0.0', examplesOf)
}
