import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { schemaOf } from '@vigilux/contract/openapi.ts'
import { expect, test } from 'vitest'
import { isCommandOrOperation } from './races.ts'

/** Inputs name a unit by its `topic`, as `logica_0A1B2C`. These actions alone use id and type, each with a reason. */
const byIdAndType: { [N in ActionName]?: string } = {
  getShadow: 'the specification fixes its payload',
  saveCu: 'the unit is in no plant yet: a person types its serial and picks its type',
}

/** Actions with a command or an operation as result, without the unit in their input: they name a part of it. */
const byWhatBelongsToOne: { [N in ActionName]?: string } = {
  getCommand: 'a command',
  stopTest: 'a test',
  continueOperation: 'an operation',
  cancelOperation: 'an operation',
  continueBundle: 'a bundle of operations',
  cancelBundle: 'a bundle of operations',
  undoOperation: 'an operation',
}

const namesIn = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null
    ? Object.entries(schema).flatMap(([key, content]) => [
        ...(key === 'properties' ? Object.keys(content as object) : []),
        ...namesIn(content),
      ])
    : []

const fields = Object.fromEntries(
  Object.entries(actions as Record<string, ActionDeclaration>).map(([name, { input }]) => [
    name,
    namesIn(schemaOf(input, 'input')),
  ]),
)
const thatTake = (...takenFields: string[]): string[] =>
  Object.keys(fields).filter((name) => takenFields.some((field) => fields[name]?.includes(field)))

test('the check finds nested fields', () => {
  expect(fields.saveCu).toContain('cuId')
  expect(fields.saveLampDescription).toContain('topic')
})

test('no other action takes cuId and cuType', () => {
  expect(thatTake('cuId', 'cuType').sort()).toEqual(Object.keys(byIdAndType).sort())
})

test('every unit command takes topic, except the listed ones', () => {
  const command = Object.entries(actions as Record<string, ActionDeclaration>).filter(([, declaration]) =>
    isCommandOrOperation(declaration),
  )
  const commandsWithoutUnit = command.map(([name]) => name).filter((name) => !fields[name]?.includes('topic'))
  expect(commandsWithoutUnit.sort()).toEqual(Object.keys(byWhatBelongsToOne).sort())
})
