import { expect, test } from 'vitest'
import { byUnit } from '../../shared/plant/unit-topic.ts'
import { blockedParams, changedParams, commonParams, isAllowed, reviewOf, type Survey } from './lamp-params.ts'

const nobodySurveyed = { lacking: 0, lackingLamps: [], allowed: null }
const survey: Survey = {
  lamps: 3,
  params: [
    { ...nobodySurveyed, name: 'function', taken: 3, values: [{ value: 'maintained', lamps: 3 }] },
    {
      name: 'infinity',
      taken: 2,
      lacking: 1,
      lackingLamps: [{ cu: 'imagined_0A1B2C', id: 2 }],
      allowed: null,
      values: [{ value: false, lamps: 2 }],
    },
    {
      ...nobodySurveyed,
      name: 'opticom',
      taken: 3,
      values: [
        { value: 20, lamps: 2 },
        { value: 50, lamps: 1 },
      ],
    },
    { ...nobodySurveyed, name: 'autonomy', taken: 3, values: [{ value: 1, lamps: 2 }], allowed: [1, 3] },
  ],
}

test('only parameters that every lamp supports can be set, and others name the lamps', () => {
  expect(commonParams(survey).map(({ name }) => name)).toEqual(['function', 'opticom', 'autonomy'])
  expect(blockedParams(survey)).toMatchObject([{ name: 'infinity', lacking: 1, lackingLamps: [{ id: 2 }] }])
})

test('a value that every lamp has is not sent, and a partial one is', () => {
  expect(changedParams({ function: 'maintained', opticom: 50 }, survey)).toEqual({ opticom: 50 })
  expect(changedParams({ autonomy: 1 }, survey)).toEqual({ autonomy: 1 })
})

test('the review lists old and new values with the number of lamps', () => {
  expect(reviewOf({ opticom: 50, autonomy: 3 }, survey)).toEqual({
    lines: [
      { name: 'opticom', from: 20, to: 50, lamps: 2 },
      { name: 'autonomy', from: 1, to: 3, lamps: 2 },
      { name: 'autonomy', from: null, to: 3, lamps: 1 },
    ],
    already: [{ name: 'opticom', to: 50, lamps: 1 }],
  })
})

test('a value must be within bounds that all lamps support', () => {
  const [, , opticom, autonomy] = survey.params
  if (!opticom || !autonomy) throw new Error('the survey has lost its parameters')
  expect([0, 100, 101, -1, 20.5].filter((value) => isAllowed(opticom, value))).toEqual([0, 100])
  expect([1, 1.5, 3, 4].filter((value) => isAllowed(autonomy, value))).toEqual([1, 3])
})

test('lamps are grouped by unit in order', () => {
  const lamp = (cu: string, id: number) => ({ cu, id })
  expect(byUnit([lamp('b_1', 3), lamp('a_1', 2), lamp('b_1', 1)])).toEqual([
    { topic: 'b_1', addr: [1, 3] },
    { topic: 'a_1', addr: [2] },
  ])
})
