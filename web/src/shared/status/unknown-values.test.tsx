import { screen } from '@testing-library/react'
import type { UnitError } from '@vigilux/contract/features/central-units/central-unit.ts'
import { faultsOfUnit } from '@vigilux/contract/features/central-units/unit-faults.ts'
import type { Lamp, LampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { faultsOfLamp } from '@vigilux/contract/features/lamps/lamp-faults.ts'
import { describe, expect, test } from 'vitest'
import { LampState } from '../../features/lamps/LampState.tsx'
import { lampColumns, stateChips } from '../../features/lamps/lamp-columns.tsx'
import { renderWithTexts } from '../../testing/render.tsx'
import { FaultCause } from '../faults/FaultCause.tsx'
import { Cause } from '../layout/Cause.tsx'
import { FilterChip } from '../table/FilterChip.tsx'
import { StatusBar } from './StatusBar.tsx'
import { StatusInline, StatusTag } from './StatusTag.tsx'
import { bySeverity, type StateName, styleOf, worstOf } from './states.ts'

/** A server may be newer than an open page: the page shows unknown values as they are. */
const unknownState = 'melted' as StateName
const code = 'molten_core'
const lamp: Lamp = {
  cu: 'logica_0A1B2C',
  id: 1,
  serial: 'A1B2C3',
  type: 'plasma' as Lamp['type'],
  function: 'disco' as Lamp['function'],
  description: 'Stairs',
  location: '',
  notes: '',
  version: 0,
  product_code: null,
  groups: [],
  line: null,
  parity: null,
  mode: 'melting' as Lamp['mode'],
  errors: [code as LampError],
  condition: unknownState as Lamp['condition'],
  battery: null,
  dimming: null,
  autonomy: null,
  software_version: null,
  reported_at: null,
  condition_since: null,
}

describe('a state that the page does not know', () => {
  test.each([
    ['tag', <StatusTag key="1" state={unknownState} />],
    ['inline', <StatusInline key="2" state={unknownState} />],
    ['lamp', <LampState key="3" lamp={lamp} />],
    [
      'filter',
      <FilterChip key="4" active={false} label="melted" count={1} state={unknownState} onClick={() => undefined} />,
    ],
    ['cause', <Cause key="5" state={unknownState} title="melted" />],
  ])('is shown as it is: %s', async (_title, element) => {
    await renderWithTexts(element)
    expect(screen.getByText('melted')).toBeTruthy()
  })

  test('has its part of the bar', async () => {
    await renderWithTexts(<StatusBar counts={[{ state: unknownState, count: 3 }]} />)
    expect(screen.getByRole('img', { name: 'melted: 3' })).toBeTruthy()
  })

  test('is sorted as unknown', () => {
    expect(styleOf(unknownState)).toBe(styleOf('unknown'))
    expect(['ok', unknownState, 'error'].toSorted((a, b) => bySeverity(a as StateName, b as StateName))).toEqual([
      'error',
      unknownState,
      'ok',
    ])
    expect(worstOf(['ok', unknownState])).toBe(unknownState)
    // Properties of every object are no states.
    expect(styleOf('constructor')).toBe(styleOf('unknown'))
  })

  test('has a row and a chip in the list of lamps', async () => {
    const texts = {
      t: ((key: string) => key) as never,
      gear: () => null,
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
    const cells = lampColumns(texts, { severalUnits: true, hasGear: false }).map((column) => column.cell(lamp))
    const values = lampColumns(texts, { severalUnits: true, hasGear: false }).map((column) => [
      column.value?.(lamp),
      column.csv?.(lamp),
    ])
    expect(values.flat()).toContain(styleOf('unknown').severity)
    expect(stateChips([lamp], 'constructor', String)).toMatchObject([{ id: 'melted', label: 'melted' }])
    await renderWithTexts(cells.map((cell, n) => <div key={String(n)}>{cell}</div>))
    expect(screen.getByText('melted')).toBeTruthy()
  })
})

describe('a fault that the page does not know', () => {
  test('of a lamp is listed beside the others', () => {
    const [first, second] = faultsOfLamp([code as LampError, 'programming'])
    expect([first?.code, second?.code]).toEqual([code, 'programming'])
  })

  test('of a unit shows the known details and omits the rest', async () => {
    const [fault] = faultsOfUnit({ errors: [code as UnitError], warnings: [], findings: [] })
    if (!fault) throw new Error('the fault is lost')
    await renderWithTexts(<FaultCause fault={fault} />)
    expect(await screen.findByText(code)).toBeTruthy()
    expect(screen.getByText(/Unknown part/)).toBeTruthy()
    expect(screen.queryByText(/Likely cause/)).toBeNull()
  })
})
