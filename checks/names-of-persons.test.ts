import { expect, it } from 'vitest'
import { namePlaces } from '../server/src/composition/persons.ts'
import { columnNameOf } from '../server/src/kernel/pseudonymize-person.store.ts'
import { readSource, repositoryFiles } from './sources.ts'

/**
 * Erasing an account removes the person's name everywhere. `server/src/composition/persons.ts` lists each column with a
 * name of a person. The check recognizes such a column by its name.
 */

const ofPerson = /^\s+((?:\w+(?:By|ByName)|by|byName|assigneeName|userName)): text\(\)/gm

/** Columns with such a name, but without a person's name in them. */
const noNames = [
  // The id of an account.
  'file.createdBy',
  'report.requestedBy',
  'plant_export.requestedBy',
  'held_test.requestedBy',
  'test_run.requestedBy',
  'operation.requestedBy',
  'unit_command.requestedBy',
  // The incarnation of a unit.
  'unit_command.answeredBy',
  // A separate statement rewrites the audit, including the targets of its entries.
  'audit.userName',
]

const schemas = repositoryFiles().filter((path) => path.startsWith('server/src/') && path.endsWith('.schema.ts'))

const columnsIn = (text: string): string[] =>
  text
    .split(/pgTable\(\s*/)
    .slice(1)
    .flatMap((table) => {
      const [, name = ''] = /^'(\w+)'/.exec(table) ?? []
      return [...table.matchAll(ofPerson)].map(([, column = '']) => `${name}.${column}`)
    })

it('every column with a name of a person is covered by erasure', () => {
  const found = schemas.flatMap((path) => columnsIn(readSource(path))).filter((column) => !noNames.includes(column))
  const listedColumns = namePlaces.map(columnNameOf)
  expect(listedColumns.filter((column) => column !== 'handover_signature.name').sort()).toEqual(found.sort())
})

it('the check finds a name column of a schema', () => {
  const text = "export const t = pgTable(\n  'walk', {\n    startedBy: text().notNull(),\n    at: timestamp(),\n"
  expect(columnsIn(text)).toEqual(['walk.startedBy'])
})
