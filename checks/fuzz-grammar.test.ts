import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arbitraryKnownValues, createNames } from '../e2e/fuzz/names.ts'
import { arbitraryOf } from '../e2e/fuzz/shapes.ts'

/** Valid inputs of the fuzz harness must reach the handlers, or it would try nothing but the schemas. */

const place = { plantId: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a', cuType: 'logica', cuId: '0A1B2C' }
const { resolve } = createNames([[place], [place]], new Set())
const runs = 20

const countAccepted = (name: ActionName): number => {
  const { input } = actions[name]
  const validInputs = arbitraryOf(input, { known: arbitraryKnownValues, atBounds: false })
  const texts = fc.sample(validInputs, { seed: 1, numRuns: runs }).map((value) => JSON.stringify(value))
  const special = { socketId: `0a1b2c3d.${place.plantId}` }
  return texts.filter((text) => input.safeParse(JSON.parse(resolve(text, { tenant: 0, at: 0 }, special))).success)
    .length
}

it('the schemas accept most generated inputs of every action', () => {
  const rarelyAccepted = (Object.keys(actions) as ActionName[]).filter((name) => countAccepted(name) < runs * 0.5)
  expect(rarelyAccepted).toEqual([])
})

it('learned ids are reused by field name and only for their tenant', () => {
  const names = createNames([[place], [place]], new Set())
  const id = '1f0c9e0e-52b8-4d6e-8f0a-0d9f7f7c1c11'
  names.learn(0, { data: { walks: [{ id }], plan_id: id, items: [{ id }] } })
  for (const field of ['walkId', 'planId', 'items']) {
    const [firstReference = '', ...otherReferences] = arbitraryKnownValues(field)
    expect(names.resolve(firstReference, { tenant: 0, at: 0 })).toBe(id)
    expect(names.resolve(firstReference, { tenant: 1, at: 0 })).not.toBe(id)
    expect(names.resolve(otherReferences.at(-1) ?? '', { tenant: 1, at: 0 })).toBe(id)
  }
})
