import { wordLoaders } from 'virtual:words'
import type { Attention } from '@vigilux/contract/features/plants/plant.ts'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '../../shared/i18n/i18n.ts'
import { attentionLine } from './attention.ts'

beforeAll(() => startLanguages(wordLoaders, 'plant', 'overview'))

const describe = (change: Partial<Attention>, mayOperate = true) =>
  attentionLine(
    { condition: 'error', code: '', count: 1, cu: 'logica_0A1B2C', since: null, ...change },
    { plantId: 'P', mayOperate },
    i18next.getFixedT('en', 'plant-overview'),
  )

test('a unit without enrolment links to its enrolment', () => {
  const line = describe({ condition: 'unknown', code: 'unit_not_acquired' })
  expect(line.title).toBe('Unit 0A1B2C is not enrolled')
  expect(line.to).toBe('/addunit/P?type=logica&serial=0A1B2C')
  expect(describe({ code: 'unit_not_acquired' }, false).action).toBe('See the unit')
})

test('a unit that reports as new links to its page', () => {
  expect(describe({ condition: 'offline', code: 'unknown_unit', count: 8 })).toMatchObject({
    title: 'Unit 0A1B2C reports as new',
    to: '/unit/P/logica_0A1B2C',
  })
})

test('a silent unit and a fault of a unit link to the unit', () => {
  expect(describe({ condition: 'offline', code: 'unit_offline', count: 8 })).toMatchObject({
    title: 'Unit 0A1B2C does not answer',
    to: '/plantcentralunits/P/centralunits?unit=logica_0A1B2C',
  })
  expect(describe({ code: 'unit_offline' }, false).action).toBe('See the unit')
  expect(describe({ code: 'unit.fuse' }).title).toBe('Unit 0A1B2C: Fuse blown')
})

test('a fault of lamps leads an installer to its repair, and others to the affected lamps', () => {
  const fault = { code: 'lamp.led_open', count: 5 }
  expect(describe(fault)).toEqual({ title: '5 lamps: LED open circuit', to: '/rounds/P', action: 'Plan the repair' })
  expect(describe(fault, false)).toMatchObject({
    to: '/plantcentralunits/P?unit=logica_0A1B2C&fault=led_open',
    action: 'See the lamps',
  })
  expect(describe({ code: 'lamp.autonomy_test_failed' }).action).toBe('See the lamps')
  expect(describe({ code: 'lamp.led_open', count: 1 }).title).toBe('1 lamp: LED open circuit')
})

test('an inhibition leads an installer to the panel, and others to the inhibited lamps', () => {
  const inhibited = { condition: 'inhibited', code: 'inhibited', count: 241 } as const
  expect(describe(inhibited)).toMatchObject({ to: '/remotepanel/P', action: 'Open the panel' })
  expect(describe(inhibited, false)).toMatchObject({
    to: '/plantcentralunits/P?unit=logica_0A1B2C&f=inhibited',
    action: 'See the lamps',
  })
})

test('a code without a text is shown as it is', () => {
  expect(describe({ code: 'unit.new_fault' }).title).toBe('Unit 0A1B2C: unit.new_fault')
})
