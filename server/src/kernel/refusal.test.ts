import { type ActionName, declarations } from '@vigilux/contract/actions.ts'
import { isPlantPermission } from '@vigilux/contract/kernel/permissions.ts'
import { anyCallRefusals, refusalsOf } from '@vigilux/contract/refusals.ts'
import { expect, test } from 'vitest'
import type { HandlerContext } from './handler.ts'
import { type Fail, failWith, Refusal } from './refusal.ts'
import { refusable, type Work } from './work.ts'

/** Code shared by several actions, with its own refusal. */
const requireUnit = (work: Work<'UNIT_NOT_FOUND'>): never => work.fail('UNIT_NOT_FOUND', { topic: 'none' })

test('work that is refused throws the code with its details', () => {
  const work = refusable<'UNIT_NOT_FOUND'>({} as Work)
  expect(() => requireUnit(work)).toThrow(Refusal)
  expect(() => requireUnit(work)).toThrow(
    expect.objectContaining({ code: 'UNIT_NOT_FOUND', details: { topic: 'none' }, status: 404 }),
  )
})

test('the compiler finds shared code that refuses with an undeclared code', () => {
  const { work: ofGetShadow } = {} as HandlerContext<'getShadow'>
  const { work: ofGetCommand } = {} as HandlerContext<'getCommand'>
  const ofTask = {} as Work
  const unnamedCode: Fail<'NOT_FOUND'> = failWith()
  const calls = [
    () => requireUnit(ofGetShadow),
    // @ts-expect-error: `getCommand` does not declare UNIT_NOT_FOUND
    () => requireUnit(ofGetCommand),
    // @ts-expect-error: nobody receives the refusal of a task
    () => requireUnit(ofTask),
    // @ts-expect-error: the module does not name the code
    () => unnamedCode('UNIT_NOT_FOUND'),
  ]
  for (const call of calls) expect(call).toThrow()
})

test('every code that a handler may use without declaring it is documented for its action', () => {
  for (const name of Object.keys(declarations) as ActionName[]) {
    const { permission, effect, program } = declarations[name]
    const isOpen = effect === 'read' || program === 'read'
    const ofPlant = isOpen ? ['PLANT_NOT_FOUND'] : ['PLANT_NOT_FOUND', 'NOT_ALLOWED']
    const implied = [...anyCallRefusals, 'NOT_SIGNED_IN', ...(isPlantPermission(permission) ? ofPlant : [])]
    expect({ name, codes: refusalsOf(name) }).toEqual({ name, codes: expect.arrayContaining(implied) })
  }
})
