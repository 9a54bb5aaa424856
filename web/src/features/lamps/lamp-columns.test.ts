import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { lampColumns } from './lamp-columns.tsx'

const texts = {
  t: ((key: string) => key) as never,
  gear: ({ id }: Lamp) => (id === 84 ? '2·19' : null),
  state: String,
  minutes: String,
  autonomy: () => ({}),
  reason: String,
  group: () => '',
  room: () => '',
  zones: () => '',
  percent: String,
  dateTime: String,
}
const gearColumn = (hasGear: boolean) =>
  lampColumns(texts, { severalUnits: false, hasGear }).find(({ id }) => id === 'gear')

test('lists with addressed gear show line and address, in the order of the line', () => {
  const column = gearColumn(true)
  const [gear, other] = [84, 3].map((id) => ({ id }) as Lamp)
  expect([gear, other].map((lamp) => lamp && [column?.cell(lamp), column?.value?.(lamp), column?.csv?.(lamp)])).toEqual(
    [
      ['2·19', 84, '2·19'],
      ['–', null, null],
    ],
  )
})

test('lists without such gear have no column for it', () => {
  expect(gearColumn(false)).toBeUndefined()
})
