import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { LampPanel } from './LampPanel.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-03-02T09:00:00.000Z'
const lamp: Lamp = {
  ...{ cu: 'imagined_0A1B2C', id: 7, serial: 'A1B2C3', type: 'emergency', function: 'maintained', version: 1 },
  ...{
    description: 'Main door',
    location: 'Hall',
    notes: 'Ladder of 4 m',
    product_code: 'ST-8',
    groups: [1],
    parity: 'odd',
    mode: 'normal',
  },
  ...{ errors: ['battery_short'], condition: 'error', battery: 80, dimming: null, autonomy: 60 },
  ...{ line: null, measured_autonomy: null, software_version: null, reported_at: at, condition_since: at },
}
const detail = lampDetail.parse({ name: 'DOOR', spareParts: ['BAT-36'] })

let asked: { action: string }[]
const openAs = async (role: PlantRole) => {
  const panel = <LampPanel lamp={lamp} onClose={() => undefined} onPrevious={undefined} onNext={undefined} />
  const { calls } = await renderInPlant(panel, plantWith({ plant: { role } }), ({ action }) => {
    if (action === 'getLamps') return { lamps: [lamp, { ...lamp, id: 8 }], total: 2, next: null }
    if (action === 'getLamp') return { lamp, detail, reported_product_code: 'ST-8', results: [] }
    if (action === 'getProductInfo') return refusal('PRODUCT_NOT_FOUND')
    if (action === 'getUnitTypes') return { types: [], enrolmentWindowS: 60 }
    return action === 'getGroups' ? { groups: [] } : { operations: [] }
  })
  await screen.findByText('BAT-36', { exact: false, selector: 'p' })
  asked = calls
  return document.querySelector('.vx-panel-body')?.textContent ?? ''
}

test('says what is wrong, why, what to do and which part, and then what the lamp is', async () => {
  const text = await openAs('installerStaff')
  const inOrder = [
    'Battery: short circuit',
    'Likely cause',
    'What to do',
    'BAT-36',
    'Identify',
    'Serial',
    'Description',
  ]
  expect(inOrder.map((words) => text.indexOf(words))).toEqual(
    inOrder.map((words) => text.indexOf(words)).toSorted((a, b) => a - b),
  )
  expect(inOrder.filter((words) => !text.includes(words))).toEqual([])
})

test('folds away what the lamp has not reported', async () => {
  await openAs('installerStaff')
  const folded = document.querySelector('details')
  expect(folded?.open).toBe(false)
  expect(folded?.textContent).toContain('unknown')
  const shown = [...document.querySelectorAll('.vx-panel-part > .vx-facts dd')].map(({ textContent }) => textContent)
  expect(shown).not.toContain('unknown')
  expect(shown).toContain('80%')
})

test.each<PlantRole>(['clientOwner', 'clientStaff', 'installerReadOnly'])(
  '%s reads, and is shown no field',
  async (role) => {
    const text = await openAs(role)
    expect(screen.queryAllByRole('textbox')).toEqual([])
    expect(text).toContain('Main door')
    expect(text).toContain('Ladder of 4 m')
    expect(text).toContain('DOOR')
  },
)

test('an installer writes', async () => {
  await openAs('installerStaff')
  expect(screen.getAllByRole('textbox').length).toBeGreaterThan(1)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' }).value).toBe('Ladder of 4 m')
})

test('Test asks which test first, with this lamp chosen alone, and starts none by itself', async () => {
  await openAs('installerStaff')
  fireEvent.click(screen.getByRole('button', { name: 'Test' }))
  const dialog = await screen.findByRole('dialog', { name: 'Start a test' })
  expect(await within(dialog).findByRole('radio', { name: /Functional/ })).toHaveProperty('checked', true)
  const chosen = await within(dialog).findAllByRole('checkbox', { checked: true })
  expect(chosen.map((box) => box.closest('label, li')?.textContent)).toEqual([expect.stringContaining('0007')])
  expect(asked.map(({ action }) => action)).not.toContain('ftest')
})
